import { etagOf, evaluateOne, flagKeyOf, hasAnswer } from '@/lib/canary/ofrep';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { assertOfSlot } from '@/lib/policy/roles';
import { authenticate } from '@/server/accounts/authenticate';
import { admitCaller, keyOf } from './admit';
import { isReadableFor, withCors } from './cors';
import { type Answer, jsonAnswer, responseOf } from './exchange';
import { exposer, type Serving } from './serving';

/**
 * The prompt of one slot for one caller, for clients without OpenFeature: the same engine, buckets and counts as the
 * evaluation protocol. A person who looks at it is no traffic: nothing is counted, and no outcome can name it.
 */
interface Asked {
  readonly slotId: string;
  readonly targetingKey?: string | undefined;
  readonly request: Request;
}

/** A key as on the evaluation protocol; without one, a person's session. @throws AppError SIGN_IN_REQUIRED … */
export async function admitReader(request: Request, serving: Serving): Promise<Actor> {
  if (keyOf(request) !== null) return admitCaller(request, serving);
  const person = await authenticate(request);
  return person ?? admitCaller(request, serving);
}

export async function readPlainPrompt(
  actor: Actor<'evaluate'>,
  { request, ...asked }: Asked,
  serving: Serving,
): Promise<Response> {
  const { headers, ...said } = await answer(actor, { request, ...asked }, serving);
  return responseOf({ ...said, headers: withCors(headers, request, isReadableFor(actor)) });
}

async function answer(
  actor: Actor<'evaluate'>,
  { slotId, targetingKey, request }: Asked,
  serving: Serving,
): Promise<Answer> {
  assertOfSlot(actor, slotId);
  const { bySlot, configVersion } = await serving.store.flagsOf(actor.workspaceId);
  const flag = bySlot.get(slotId);
  if (flag === undefined) throw new AppError('NOT_FOUND', 'This slot does not exist, or it is archived.');
  const context = { targetingKey: targetingKey ?? null };
  const etag = etagOf(configVersion, context, `${actor.workspaceId}/${slotId}`);
  const headers = { etag, 'cache-control': 'private, no-cache' };
  if (hasAnswer(request.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null };
  const isTraffic = actor.via === 'key';
  const evaluated = evaluateOne(flag, {
    key: flagKeyOf(flag),
    body: { context },
    ...(isTraffic ? { expose: exposer(serving) } : {}),
  });
  if (evaluated.kind !== 'evaluated')
    throw new AppError('TARGETING_KEY_MISSING', evaluated.body.errorDetails);
  const { key, reason, variant = null, value = null, metadata } = evaluated.body;
  return jsonAnswer(200, { key, reason, variant, value, metadata }, headers);
}
