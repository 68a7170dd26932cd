import { randomUUID } from 'node:crypto';
import { type ChatRequest, withServedPrompt } from '@/lib/canary/gateway-request';
import { chatRequest } from '@/lib/contracts/gateway';
import type { Flag, ServedPrompt } from '@/lib/domain/flag';
import { AppError } from '@/lib/errors/app-error';
import { authorize } from '@/lib/policy/roles';
import type { Upstream } from '@/server/adapters/upstream';
import { inputInvalid } from '@/server/http/known-fault';
import { readBody } from '@/server/http/read-body';
import { isOurFault } from '@/server/http/to-problem';
import { logOf } from '@/server/observability/log';
import type { ServedModel, SlotView } from '@/server/repositories/slot-view';
import { admitCaller } from './admit';
import type { Asking } from './exchange';
import type { NewExposure } from './exposure-id';
import { callForCaller, type Side } from './gateway-call';
import type { Mirror } from './gateway-mirror';
import { modelFor } from './gateway-model';
import { HEADER_MAX, noteCaller, type ServedTo, servedTo } from './gateway-served';
import type { GatewayTraces } from './gateway-traces';
import type { LastKnownGood } from './last-known-good';
import { openaiFault } from './openai-fault';
import type { Serving } from './serving';

/**
 * The gateway: a chat request with a slot's key gets the slot's prompt in front, goes to the workspace's provider, and the
 * answer comes back as the provider gave it. Where a canary asks for it, another prompt answers the same request in the
 * background. Speaks web Request and Response and knows no framework, so Next and the flag server serve the same.
 * Needs Postgres for the first request of a slot only. Logs no prompt and no answer.
 */
export interface GatewayParts {
  readonly serving: Pick<
    Serving,
    'keys' | 'limits' | 'store' | 'counts' | 'stepCallers' | 'exposureIds' | 'clock'
  >;
  /** By the slot's id. */
  readonly views: LastKnownGood<SlotView>;
  /** By the workspace's id. */
  readonly models: LastKnownGood<readonly ServedModel[]>;
  readonly upstreamOf: (workspaceId: string, providerId: string) => Promise<Reached>;
  readonly mirror: Mirror;
  readonly traces: Pick<GatewayTraces, 'choose'>;
}

export interface Reached {
  readonly upstream: Upstream;
  readonly timeoutMs: number;
}

export interface Gateway {
  chat(asking: Asking): Promise<Response>;
  models(asking: Asking): Promise<Response>;
}

export const GATEWAY_BODY_BYTES_MAX = 16_000_000;
/** Header with the expected answer, URI-encoded, if the caller knows it: for evaluators. Never sent on. */
const EXPECTED_HEADER = 'x-waggle-expected';

export function makeGateway(parts: GatewayParts): Gateway {
  const answered =
    (work: (requestId: string, request: Asking) => Promise<Response>) => async (request: Asking) => {
      const requestId = randomUUID();
      try {
        return await work(requestId, request);
      } catch (error) {
        // The caller has left and reads no answer; the status is for the request counts.
        if (request.signal.aborted) return new Response(null, { status: 499 });
        if (isOurFault(error)) logOf('gateway').error({ requestId, err: error }, 'A request broke.');
        return openaiFault(error, requestId);
      }
    };
  return {
    chat: answered((requestId, request) => chat(parts, requestId, request)),
    models: answered((_, request) => listModels(parts, request)),
  };
}

/** The answers are kept until they are scored, which is what telling outcomes is: it takes both scopes. */
async function admit({ serving }: GatewayParts, request: Asking) {
  const actor = await admitCaller(request, serving, 'ingest');
  authorize(actor, 'evaluate');
  if (actor.slotKey !== undefined) return { workspaceId: actor.workspaceId, slotId: actor.slotKey.slotId };
  const message = 'The gateway takes a key of one slot with the scopes evaluate and ingest.';
  throw new AppError('ROLE_FORBIDDEN', message, { howToProceed: ["Make one on the slot's page."] });
}

async function chat(parts: GatewayParts, requestId: string, request: Asking): Promise<Response> {
  const { workspaceId, slotId } = await admit(parts, request);
  const body = await readChat(request);
  const [flags, view, models] = await Promise.all([
    parts.serving.store.flagsOf(workspaceId),
    parts.views.of(slotId),
    parts.models.of(workspaceId),
  ]);
  const flag = flags.bySlot.get(slotId);
  if (flag === undefined) throw new AppError('NOT_FOUND', 'The slot of this key does not exist (any more).');
  const reach = async (prompt: ServedPrompt | null) => {
    const model = modelFor(prompt, body.chat, { view, models });
    return { model, ...(await parts.upstreamOf(workspaceId, model.providerId)) };
  };
  const caller = { requestId, workspaceId, request, ...body, expected: expectedOf(request), flag, view };
  return answer(parts, { ...caller, ...servedTo(flag, request, body.chat), reach });
}

interface Caller extends ServedTo {
  readonly requestId: string;
  readonly workspaceId: string;
  readonly request: Asking;
  readonly chat: ChatRequest;
  readonly bytes: number;
  readonly expected: string | null;
  readonly flag: Flag;
  readonly view: SlotView;
  readonly reach: (
    prompt: ServedPrompt | null,
  ) => Promise<Reached & { readonly model: ServedModel & { readonly model: string } }>;
}

async function answer(parts: GatewayParts, caller: Caller): Promise<Response> {
  const { served, chat: asked, reach, request } = caller;
  noteCaller(parts.serving, caller);
  const { upstream, model } = await reach(served);
  const joined =
    served === null ? { ...asked, model: model.model } : withServedPrompt(asked, served, model.model);
  const chosen = parts.mirror.choose({ ...caller, request: asked });
  const keeping = parts.traces.choose(caller);
  const { clock, counts } = parts.serving;
  const atMs = clock.nowMs();
  const gone = new AbortController();
  const onGone = () => {
    if (chosen.length === 0) gone.abort();
  };
  request.signal.addEventListener('abort', onGone, { once: true });
  let tell: (side: Side | Promise<Side>) => void = () => undefined;
  const side = new Promise<Side>((resolve) => {
    tell = resolve;
  });
  const call = {
    ...{ upstream, model, body: JSON.stringify(joined), clock },
    ...{ isStream: asked.stream === true, signal: gone.signal },
  };
  const passing = callForCaller(call, {
    ...{ isCompared: chosen.length > 0, isKept: keeping !== null },
    ...{ onGone, onLost: tell },
  });
  const exposureIds = chosen.map(({ canary, start }) => {
    const place = { canaryId: canary.id, stage: canary.stage, step: null, atMs };
    const exposureId = exposureIdOf(parts, { ...caller, targetingKey: caller.requestId }, place);
    start({ exposureId, ...namesOf(parts, caller), atMs, answered: side, reach });
    return exposureId;
  });
  const exposureId = exposureIds[0] ?? exposureIdOf(parts, caller, { ...caller.place, atMs });
  keeping?.start({
    ...{ workspaceId: caller.workspaceId, slug: caller.flag.slug, version: served?.version ?? null },
    ...{ exposureId, atMs, model: model.model, body: call.body, answered: side },
    sessionId: namesOf(parts, caller).cluster,
  });
  const passed = await passing;
  tell(passed.side);
  if (served !== null && caller.isCounted)
    counts.count({ slotId: caller.flag.slotId, promptId: served.promptId, variant: caller.variant });
  return withNames(passed.response, caller, exposureId);
}

function withNames(response: Response, { requestId, served }: Caller, exposureId: string): Response {
  response.headers.set('x-waggle-request-id', requestId);
  response.headers.set('x-waggle-exposure-id', exposureId);
  if (served !== null) response.headers.set('x-waggle-prompt-version', String(served.version));
  return response;
}

function exposureIdOf(
  { serving }: GatewayParts,
  { flag, served, variant, targetingKey }: Caller,
  place: Pick<NewExposure, 'canaryId' | 'stage' | 'step' | 'atMs'>,
): string {
  const { promptId, version } = served ?? { promptId: '', version: 0 };
  return serving.exposureIds.issue({
    slotId: flag.slotId,
    variant,
    promptId,
    version,
    targetingKey,
    ...place,
  });
}

/** A pair is named by its request; requests of one conversation are counted together. */
function namesOf({ serving }: GatewayParts, { flag, requestId, targetingKey }: Caller) {
  const hashOf = (key: string) => serving.exposureIds.keyHashOf(flag.slotId, key);
  return { pairKey: hashOf(requestId), cluster: targetingKey === null ? null : hashOf(targetingKey) };
}

async function readChat(request: Asking): Promise<{ chat: ChatRequest; bytes: number }> {
  const body = await readBody(request, { type: 'json', maxBytes: GATEWAY_BODY_BYTES_MAX });
  const parsed = chatRequest.safeParse(body);
  if (!parsed.success) throw inputInvalid(parsed.error);
  const declared = Number(request.headers.get('content-length') ?? '0');
  return { chat: parsed.data, bytes: declared > 0 ? declared : JSON.stringify(body).length };
}

function expectedOf(request: Asking): string | null {
  const given = request.headers.get(EXPECTED_HEADER);
  if (given === null || given.length > HEADER_MAX) return null;
  try {
    return decodeURIComponent(given);
  } catch (error) {
    if (error instanceof URIError) return given;
    throw error;
  }
}

/** The models that this key's slot may ask: for clients that look before they ask. */
async function listModels(parts: GatewayParts, request: Asking): Promise<Response> {
  const { workspaceId } = await admit(parts, request);
  const models = await parts.models.of(workspaceId);
  const names = [...new Set(models.flatMap(({ model }) => model ?? []))];
  const data = names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'waggle' }));
  return Response.json({ object: 'list', data }, { headers: { 'cache-control': 'no-store' } });
}
