import {
  etagOf,
  evaluateAll,
  evaluateOne,
  hasAnswer,
  isFault,
  type OfrepAnswer,
  type OfrepFailure,
  readContext,
} from '@/lib/canary/ofrep';
import type { Actor } from '@/lib/domain/actor';
import type { Flag } from '@/lib/domain/flag';
import { AppError } from '@/lib/errors/app-error';
import { metrics } from '@/server/observability/metrics';
import { admitCaller } from './admit';
import { isReadableFor, preflight, withCors } from './cors';
import { isShallow, readJson } from './evaluation-body';
import { faultAnswer } from './evaluation-fault';
import { type Answer, type Asking, jsonAnswer } from './exchange';
import type { WorkspaceFlags } from './flag-store';
import { STREAM_HEADERS } from './refetch-stream';
import { exposer, type Serving } from './serving';

/**
 * The OpenFeature Remote Evaluation Protocol 0.3: one flag, all flags with a tag, and the stream that tells clients to ask
 * again. Answers from memory. Mounted by Next's routes and by the flag server alike; it leaves one count a request behind and no line in a log, which would cost more than the answer.
 */
export type OfrepHandler = (asking: Asking) => Promise<Answer>;

const FLAGS = '/ofrep/v1/evaluate/flags';
const EVENTS = '/ofrep/v1/events';
const INACTIVITY_S = 120;
const STATUS: Readonly<Record<OfrepAnswer['kind'], number>> = { evaluated: 200, refused: 400, unknown: 404 };

type Answering = (asking: Asking, url: URL) => Promise<Answer>;

export function makeOfrepHandler(serving: Serving): OfrepHandler {
  const expose = exposer(serving);

  const evaluate: Answering = async (asking, { pathname }) => {
    const actor = await admitCaller(asking, serving);
    const key = keyIn(pathname);
    const [body, flags] = await Promise.all([readJson(asking), serving.store.flagsOf(actor.workspaceId)]);
    const answer = evaluateOne(visible(flags.byKey.get(key), actor), { key, body, expose });
    return jsonAnswer(STATUS[answer.kind], answer.body, withCors(NO_STORE, asking, isReadableFor(actor)));
  };

  const evaluateBulk: Answering = async (asking, { searchParams }) => {
    const actor = await admitCaller(asking, serving);
    const withPage = (headers: Answer['headers']) => withCors(headers, asking, isReadableFor(actor));
    const context = readContext(await readJson(asking));
    if (isFault(context)) return jsonAnswer(400, context, withPage(NO_STORE));
    if (!isShallow(context)) return jsonAnswer(400, TOO_DEEP, withPage(NO_STORE));
    const flags = await flagsFor(actor, searchParams.get('flagConfigEtag'));
    const etag = etagOf(flags.configVersion, context, audienceOf(actor));
    const headers = withPage({ ...NO_STORE, etag });
    if (hasAnswer(asking.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null };
    const seen = [...flags.byKey.values()].filter((flag) => visible(flag, actor));
    const bulk = evaluateAll(seen, context, { configVersion: flags.configVersion, expose });
    return jsonAnswer(200, { ...bulk, eventStreams: [streamFor(actor, asking)] }, headers);
  };

  /** A client that heard of a change elsewhere must not be told by this process that nothing changed. */
  function flagsFor({ workspaceId }: Actor, heardOf: string | null): Promise<WorkspaceFlags> {
    const heard = Number(/^"?cfg-(\d{1,10})/.exec(heardOf ?? '')?.[1] ?? 0);
    return serving.store.flagsSince(workspaceId, heard);
  }

  function streamFor({ workspaceId, keyId }: Actor, { headers }: Asking) {
    const origin = headers.get('origin');
    const ticket = serving.tickets.issue({ workspaceId, keyId: keyId ?? '', origin }, serving.clock.nowMs());
    return {
      type: 'sse',
      endpoint: { requestUri: `${EVENTS}?ticket=${ticket}` },
      inactivityDelaySec: INACTIVITY_S,
    };
  }

  const listen: Answering = async (asking, { searchParams }) => {
    const ticket = serving.tickets.read(searchParams.get('ticket') ?? '', serving.clock.nowMs());
    if (ticket === null)
      throw new AppError(
        'KEY_INVALID',
        'This address is no longer valid. Evaluate all flags to get a new one.',
      );
    const seen = Number(asking.headers.get('last-event-id') ?? Number.NaN);
    const { workspaceId, keyId, origin } = ticket;
    const lastSeen = Number.isSafeInteger(seen) ? seen : null;
    const body = await serving.streams.open({ workspaceId, keyId, lastSeen, signal: asking.signal });
    const headers = withCors(STREAM_HEADERS, asking, origin === asking.headers.get('origin'));
    return { status: 200, headers, body };
  };

  const doors = {
    evaluate: { POST: evaluate },
    evaluateAll: { POST: evaluateBulk },
    events: { GET: listen },
  };

  return async (asking) => {
    const url = new URL(asking.url);
    const name = doorOf(url.pathname);
    const startedMs = performance.now();
    const answer = await answered(asking, url, name === null ? {} : doors[name]);
    const status = String(answer.status);
    const { httpSeconds, evaluations } = metrics();
    httpSeconds.observe(
      { operation: `ofrep.${name ?? 'none'}`, status },
      (performance.now() - startedMs) / 1000,
    );
    if (name === 'evaluate' || name === 'evaluateAll') evaluations.inc({ door: name, status });
    return answer;
  };
}

async function answered(
  asking: Asking,
  url: URL,
  methods: Readonly<Record<string, Answering>>,
): Promise<Answer> {
  const allow = [...Object.keys(methods), 'OPTIONS'].join(', ');
  if (asking.method === 'OPTIONS') return preflight(asking, allow);
  const answering = methods[asking.method];
  if (!answering) return nothingHere(asking, url, allow);
  try {
    return await answering(asking, url);
  } catch (error) {
    const fault = faultAnswer(error);
    return { ...fault, headers: withCors(fault.headers, asking, true) };
  }
}

function nothingHere(asking: Asking, { pathname }: URL, allow: string): Answer {
  const isKnown = allow !== 'OPTIONS';
  const errorDetails = isKnown
    ? `${asking.method} is not served at this address. It takes: ${allow}.`
    : `Nothing is served at ${pathname}.`;
  return jsonAnswer(isKnown ? 405 : 404, { errorDetails }, withCors(isKnown ? { allow } : {}, asking, true));
}

function doorOf(pathname: string): 'evaluate' | 'evaluateAll' | 'events' | null {
  if (pathname === FLAGS) return 'evaluateAll';
  if (pathname === EVENTS) return 'events';
  return pathname.startsWith(`${FLAGS}/`) && pathname.length > FLAGS.length + 1 ? 'evaluate' : null;
}

/** Flag key in the path. @throws AppError INPUT_INVALID for a key that cannot be decoded */
function keyIn(pathname: string): string {
  const given = pathname.slice(FLAGS.length + 1);
  try {
    return decodeURIComponent(given);
  } catch (cause) {
    throw new AppError('INPUT_INVALID', 'The key in the address is not well encoded.', { cause });
  }
}

/** A key of one slot sees that slot alone. */
function visible(flag: Flag | undefined, { slotKey }: Actor): Flag | undefined {
  return slotKey === undefined || flag?.slotId === slotKey.slotId ? flag : undefined;
}

function audienceOf({ workspaceId, slotKey }: Actor): string {
  return `${workspaceId}/${slotKey?.slotId ?? '*'}`;
}

const TOO_DEEP: OfrepFailure = {
  errorCode: 'INVALID_CONTEXT',
  errorDetails: 'The context is nested too deeply: at most 32 levels are read.',
};

const NO_STORE = { 'cache-control': 'no-store' } as const;
