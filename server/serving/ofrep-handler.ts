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
import type { WorkspaceFlags } from './flag-store';
import { exposer, type Serving } from './serving';

/**
 * The OpenFeature Remote Evaluation Protocol 0.3 over requests and responses of the web platform: one flag, all flags with
 * a tag, and the stream that tells clients to ask again. Answers from memory. Mounted by Next's routes and by any
 * Node server alike; it leaves one count a request behind and no line in a log, which would cost more than the answer.
 */
export type OfrepHandler = (request: Request) => Promise<Response>;

const FLAGS = '/ofrep/v1/evaluate/flags';
const EVENTS = '/ofrep/v1/events';
const INACTIVITY_S = 120;
const STATUS: Readonly<Record<OfrepAnswer['kind'], number>> = { evaluated: 200, refused: 400, unknown: 404 };

type Answering = (request: Request, url: URL) => Promise<Response>;

export function makeOfrepHandler(serving: Serving): OfrepHandler {
  const expose = exposer(serving);

  const evaluate: Answering = async (request, { pathname }) => {
    const actor = await admitCaller(request, serving);
    const key = keyIn(pathname);
    const [body, flags] = await Promise.all([readJson(request), serving.store.flagsOf(actor.workspaceId)]);
    const answer = evaluateOne(visible(flags.byKey.get(key), actor), { key, body, expose });
    return withCors(answerWith(STATUS[answer.kind], answer.body), request, isReadableFor(actor));
  };

  const evaluateBulk: Answering = async (request, { searchParams }) => {
    const actor = await admitCaller(request, serving);
    const context = readContext(await readJson(request));
    if (isFault(context)) return withCors(answerWith(400, context), request, isReadableFor(actor));
    if (!isShallow(context)) return withCors(answerWith(400, TOO_DEEP), request, isReadableFor(actor));
    const flags = await flagsFor(actor, searchParams.get('flagConfigEtag'));
    const etag = etagOf(flags.configVersion, context, audienceOf(actor));
    const headers = { etag, 'cache-control': 'no-store' };
    if (hasAnswer(request.headers.get('if-none-match'), etag))
      return withCors(new Response(null, { status: 304, headers }), request, isReadableFor(actor));
    const seen = [...flags.byKey.values()].filter((flag) => visible(flag, actor));
    const bulk = evaluateAll(seen, context, { configVersion: flags.configVersion, expose });
    const body = { ...bulk, eventStreams: [streamFor(actor, request)] };
    return withCors(Response.json(body, { headers }), request, isReadableFor(actor));
  };

  /** A client that heard of a change elsewhere must not be told by this process that nothing changed. */
  function flagsFor({ workspaceId }: Actor, heardOf: string | null): Promise<WorkspaceFlags> {
    const heard = Number(/^"?cfg-(\d{1,10})/.exec(heardOf ?? '')?.[1] ?? 0);
    return serving.store.flagsSince(workspaceId, heard);
  }

  function streamFor({ workspaceId, keyId }: Actor, request: Request) {
    const origin = request.headers.get('origin');
    const ticket = serving.tickets.issue({ workspaceId, keyId: keyId ?? '', origin }, serving.clock.nowMs());
    return {
      type: 'sse',
      endpoint: { requestUri: `${EVENTS}?ticket=${ticket}` },
      inactivityDelaySec: INACTIVITY_S,
    };
  }

  const listen: Answering = async (request, { searchParams }) => {
    const ticket = serving.tickets.read(searchParams.get('ticket') ?? '', serving.clock.nowMs());
    if (ticket === null)
      throw new AppError(
        'KEY_INVALID',
        'This address is no longer valid. Evaluate all flags to get a new one.',
      );
    const seen = Number(request.headers.get('last-event-id') ?? Number.NaN);
    const { workspaceId, keyId, origin } = ticket;
    const lastSeen = Number.isSafeInteger(seen) ? seen : null;
    const stream = await serving.streams.open({ workspaceId, keyId, lastSeen, signal: request.signal });
    return withCors(stream, request, origin === request.headers.get('origin'));
  };

  const doors = {
    evaluate: { POST: evaluate },
    evaluateAll: { POST: evaluateBulk },
    events: { GET: listen },
  };

  return async (request) => {
    const url = new URL(request.url);
    const name = doorOf(url.pathname);
    const startedMs = performance.now();
    const response = await answered(request, url, name === null ? {} : doors[name]);
    const labels = { operation: `ofrep.${name ?? 'none'}`, status: String(response.status) };
    metrics().httpSeconds.observe(labels, (performance.now() - startedMs) / 1000);
    return response;
  };
}

async function answered(
  request: Request,
  url: URL,
  methods: Readonly<Record<string, Answering>>,
): Promise<Response> {
  const allow = [...Object.keys(methods), 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return preflight(request, allow);
  const answering = methods[request.method];
  if (!answering) return nothingHere(request, url, allow);
  try {
    return await answering(request, url);
  } catch (error) {
    return withCors(faultAnswer(error), request, true);
  }
}

function nothingHere(request: Request, { pathname }: URL, allow: string): Response {
  const isKnown = allow !== 'OPTIONS';
  const errorDetails = isKnown
    ? `${request.method} is not served at this address. It takes: ${allow}.`
    : `Nothing is served at ${pathname}.`;
  const headers = isKnown ? { allow } : undefined;
  return withCors(
    Response.json({ errorDetails }, { status: isKnown ? 405 : 404, ...(headers ? { headers } : {}) }),
    request,
    true,
  );
}

function doorOf(pathname: string): 'evaluate' | 'evaluateAll' | 'events' | null {
  if (pathname === FLAGS) return 'evaluateAll';
  if (pathname === EVENTS) return 'events';
  return pathname.startsWith(`${FLAGS}/`) && pathname.length > FLAGS.length + 1 ? 'evaluate' : null;
}

/** What is no address at all names no flag either. */
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

function answerWith(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
