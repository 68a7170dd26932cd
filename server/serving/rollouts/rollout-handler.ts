import { READERS } from '@/lib/dialects/known-dialects';
import { operationOf } from '@/lib/dialects/operations';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import { rolloutOutcome } from '@/lib/domain/rollout-documents';
import { AppError } from '@/lib/errors/app-error';
import { isOutcomeOf, parsedJson } from '@/server/adapters/agents/read-outcome';
import type { RolloutKeys } from '@/server/adapters/agents/rollout-key';
import { readText, readTextAndBytes } from '@/server/http/read-body';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import type { PostedOutcome } from '@/server/repositories/rollouts';
import { type Answer, type Asking, jsonAnswer } from '../exchange';
import type { LiveAttempt } from './live-attempt';
import type { LiveAttempts } from './live-attempts';
import { proxyCall } from './proxied-call';
import type { ProxyParts } from './proxy-parts';
import { refusal } from './write-call';

/**
 * Doors of one attempt of a rollout, below /r/<rollout>/<attempt>: the model in three dialects, the heartbeat and the
 * outcome. Each takes the key of this attempt, as bearer or as x-api-key, and nothing else.
 */
export interface RolloutDoors extends ProxyParts {
  readonly attempts: LiveAttempts;
  readonly keys: RolloutKeys;
  readonly post: (name: LiveAttempt['name'], outcome: RolloutOutcome) => Promise<PostedOutcome>;
}

const ADDRESS = /^\/r\/(ro_[A-Za-z0-9]{10,40})\/([1-9]\d{0,8})\/(openai|anthropic|heartbeat|result)(\/.*)?$/;
const CALL_BYTES_MAX = 32_000_000;
const OUTCOME_BYTES_MAX = 20_000_000;

export function makeRolloutHandler(doors: RolloutDoors) {
  return async (asking: Asking): Promise<Answer> => {
    const place = placeOf(asking.url);
    if (place === null) return told(404, 'not_found', 'No rollout is served at this address.');
    const given = await answer(doors, place, asking).catch((error: unknown) => faultAnswer(place, error));
    metrics().rolloutCalls.inc({ door: place.door, status: String(given.status) });
    return given;
  };
}

interface Place {
  readonly name: LiveAttempt['name'];
  readonly door: 'openai' | 'anthropic' | 'heartbeat' | 'result';
  /** Below the door, without the query. */
  readonly rest: string;
}

function placeOf(url: string): Place | null {
  const found = ADDRESS.exec(new URL(url).pathname);
  if (found === null) return null;
  const [, id = '', attempt = '', door = '', rest = ''] = found;
  return { name: { id, attempt: Number(attempt) }, door: door as Place['door'], rest };
}

async function answer(doors: RolloutDoors, place: Place, asking: Asking): Promise<Answer> {
  const { name, door } = place;
  const isSigned = doors.keys.isKeyOf(keyIn(asking), { rolloutId: name.id, attempt: name.attempt });
  if (!isSigned) return said(place, 401, 'unsigned', 'Send the key of this rollout: it is in the job.');
  if (door === 'heartbeat') return heartbeat(doors, place, asking);
  if (door === 'result') return result(doors, place, asking);
  const operation = operationOf(door, asking.method, place.rest);
  const reader = READERS[operation.dialect];
  if (operation.kind === 'unknown') return refusal(reader, 404, 'not_found', operation.message);
  if (operation.kind === 'countTokens')
    return refusal(reader, 404, 'not_found', 'Tokens are not counted here: the reply tells its usage.');
  const { text, bytes } = await readTextAndBytes(asking, CALL_BYTES_MAX);
  // After the body: between here and the call nothing waits, so no attempt is forgotten under a call.
  const attempt = await doors.attempts.of(name);
  if (attempt === null) return refusal(reader, 404, 'not_found', 'There is no such rollout.');
  return proxyCall(doors, attempt, { dialect: operation.dialect, address: place.rest, text, bytes, asking });
}

async function heartbeat({ hear }: RolloutDoors, { name }: Place, { method }: Asking): Promise<Answer> {
  if (method !== 'POST') return told(405, 'method', 'This address takes POST only.');
  const heard = await hear({ ...name, waitMs: 0 });
  if (heard === null) return told(404, 'not_found', 'There is no such rollout.');
  const isRunning = heard.status === 'running';
  return jsonAnswer(200, {
    secondsLeft: isRunning ? Math.floor(heard.secondsLeft) : 0,
    cancelled: !isRunning,
  });
}

async function result({ post, attempts }: RolloutDoors, { name }: Place, asking: Asking): Promise<Answer> {
  if (asking.method !== 'POST') return told(405, 'method', 'This address takes POST only.');
  const parsed = rolloutOutcome.safeParse(parsedJson(await readText(asking, OUTCOME_BYTES_MAX)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
    return told(
      400,
      'bad_outcome',
      `This is no outcome document${place}: ${issue?.message ?? 'it is empty'}`,
    );
  }
  if (!isOutcomeOf(parsed.data, { rolloutId: name.id, attempt: name.attempt }))
    return told(400, 'wrong_rollout', 'The outcome names another rollout or attempt than its address.');
  const fate = await post(name, parsed.data);
  if (fate === 'unknown') return told(404, 'not_found', 'There is no such rollout.');
  if (fate === 'late')
    return told(409, 'late', 'The first outcome of this attempt counts. This one is kept for people to see.');
  attempts.forget(name);
  return jsonAnswer(200, { accepted: true });
}

function keyIn({ headers }: Asking): string {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key') ?? '';
}

/** Our own faults, in the words of the dialect that was asked. */
function faultAnswer(place: Place, error: unknown): Answer {
  if (AppError.is(error) && error.code === 'INPUT_INVALID')
    return said(place, 400, 'invalid_request', error.userMessage);
  logOf('rollouts').error({ rolloutId: place.name.id, err: error }, 'A call of an agent broke.');
  const message = AppError.is(error) ? error.userMessage : 'The proxy cannot answer now. Try again.';
  return { ...said(place, 503, 'unavailable', message) };
}

function said({ door, rest }: Place, status: number, code: string, message: string): Answer {
  if (door === 'heartbeat' || door === 'result') return told(status, code, message);
  return refusal(READERS[operationOf(door, 'POST', rest).dialect], status, code, message);
}

const told = (status: number, code: string, message: string) =>
  jsonAnswer(status, { error: { code, message } });
