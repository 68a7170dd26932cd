import { createHash } from 'node:crypto';
import type { DialectReader } from '@/lib/dialects/dialect';
import { READERS } from '@/lib/dialects/known-dialects';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { AppError } from '@/lib/errors/app-error';
import type { Clock } from '@/lib/ports/clock';
import { parsedJson } from '@/server/adapters/agents/read-outcome';
import { logOf } from '@/server/observability/log';
import type { EndedCall, NewCall } from '@/server/repositories/agent-calls';
import { type Answer, jsonAnswer } from '../exchange';
import { CallOutput } from './call-output';
import type { LiveAttempt } from './live-attempt';
import { passOn } from './pass-on';
import type { AskedCall, ProxyParts, StartingCall } from './proxy-parts';
import { reserveCall } from './reservation';

/**
 * One model call of an agent: refused, joined to the same call that is under way, or written, sent and passed back as it
 * comes. It is written before it is sent, so a crash leaves its reservation in the books.
 */
const REFUSALS = {
  modelCalls: 'The rollout has made all the model calls that its limit allows.',
  tokens: 'This call would pass the limit on tokens of the rollout.',
  usd: 'This call would pass the limit in dollars of the rollout.',
} as const;

export async function proxyCall(parts: ProxyParts, attempt: LiveAttempt, call: AskedCall): Promise<Answer> {
  const reader = READERS[call.dialect];
  const { model } = attempt.row.order;
  const asked = parsedJson(call.text);
  if (model === null || !isObject(asked))
    return refusal(reader, 400, 'invalid_body', 'The body has to be a JSON object.');
  const digest = createHash('sha256').update(`${call.address}\n${call.text}`).digest('hex');
  const ordinal = attempt.next;
  const { retryOf, isTracked, joined } = arrivalOf(attempt, digest, ordinal);
  if (joined) return answerFrom(joined, call.asking);
  attempt.next += 1;
  const output = new CallOutput();
  attempt.outputs.set(ordinal, output);
  const answer = answerFrom(output, call.asking);
  carry(parts, attempt, { ...call, model, asked, reader, digest, ordinal, retryOf, output })
    .catch((error: unknown) => {
      tellFault(output, reader, error);
      return false;
    })
    .then((isAnswered) => {
      if (isTracked) attempt.retries.end(digest, ordinal, isAnswered);
      attempt.outputs.delete(ordinal);
    });
  return answer;
}

interface ArrivedCall {
  readonly retryOf: number | null;
  /** False for a sample beside another one with the same body: both callers wait, so neither repeats the other. */
  readonly isTracked: boolean;
  readonly joined: CallOutput | null;
}

function arrivalOf({ retries, outputs }: LiveAttempt, digest: string, ordinal: number): ArrivedCall {
  const arrival = retries.arrive(digest, ordinal);
  if (arrival.kind === 'new') return { retryOf: null, isTracked: true, joined: null };
  if (arrival.kind === 'replaces') return { retryOf: arrival.ordinal, isTracked: true, joined: null };
  const output = outputs.get(arrival.ordinal);
  const isLeft = output !== undefined && !output.isAwaited && !output.isDelivered;
  if (isLeft && !output.isEnded) return { retryOf: null, isTracked: false, joined: output };
  return { retryOf: isLeft ? arrival.ordinal : null, isTracked: false, joined: null };
}

/** True where the agent got the model's reply. */
async function carry(parts: ProxyParts, attempt: LiveAttempt, call: StartingCall): Promise<boolean> {
  const { reader, asked, model, ordinal, output } = call;
  const expanded = reader.expand(asked, attempt.seen);
  if (!expanded.ok) return tell(output, jsonAnswer(expanded.status, expanded.body));
  const body = reader.asSent(reader.inject(expanded.body, attempt.components), {
    model: model.model,
    temperature: model.temperature,
    seed: attempt.row.order.seed,
    outputMax: model.maxTokens,
  });
  const sent = { body, text: JSON.stringify(body) };
  const { reserved, amount, cost } = reserveCall(attempt.book, model, sent);
  const limit = reserved.ok ? null : reserved.limit;
  const row: NewCall = {
    ...{ ...attempt.name, ordinal, dialect: call.dialect, digest: call.digest, retryOf: call.retryOf },
    ...(limit === null
      ? { ...cost, status: 'sent', httpStatus: null }
      : { ...cost, tokensIn: 0, tokensOut: 0, costUsd: 0, status: 'refused', httpStatus: 400 }),
    fault: limit,
    startedAt: new Date(parts.clock.nowMs()),
    asked: scalarsOf(asked),
    sent: scalarsOf(body),
    request: parts.bodies.seal(call.text, { ...attempt.name, ordinal, part: 'request' }),
  };
  const heard = await parts.writeNew(row);
  if (limit !== null) return tell(output, refusal(reader, 400, 'budget', REFUSALS[limit]));
  if (heard?.status !== 'running') {
    attempt.book.settle(amount, { tokens: 0, usd: 0 });
    await parts.writeEnded({ ...strayEnd(parts.clock), ...attempt.name, ordinal });
    return tell(
      output,
      refusal(reader, 403, 'rollout_ended', 'This rollout has ended: its key opens nothing now.'),
    );
  }
  const upstream = await parts.reach(attempt, call.dialect, call.asking.headers);
  return passOn(parts, attempt, { ...call, upstream, sent, amount, cost, expanded: expanded.body });
}

/** A refusal is delivered, but it is no reply of the model. */
function tell(output: CallOutput, { status, headers, body }: Answer): boolean {
  output.tell({ status, headers }, typeof body === 'string' ? body : '');
  return true;
}

function tellFault(output: CallOutput, reader: DialectReader, error: unknown): void {
  const isInvalid = AppError.is(error) && error.code === 'INPUT_INVALID';
  if (!isInvalid) logOf('rollouts').error({ err: error }, 'A call of an agent broke.');
  const message = AppError.is(error) ? error.userMessage : 'The proxy cannot answer now. Try again.';
  tell(
    output,
    refusal(reader, isInvalid ? 400 : 503, isInvalid ? 'invalid_request' : 'unavailable', message),
  );
}

const strayEnd = (clock: Clock): Omit<EndedCall, 'id' | 'attempt' | 'ordinal'> => ({
  ...{ status: 'stray', httpStatus: 403, fault: 'ended', endedAt: new Date(clock.nowMs()) },
  ...{ firstByteMs: null, delayMs: 0, reply: null },
  ...{ tokensIn: 0, tokensOut: 0, tokensCached: 0, costUsd: 0, countedBy: 'proxy' },
});

/** The call is awaited from here on, whether or not its first byte has come. */
async function answerFrom(output: CallOutput, { signal }: AskedCall['asking']): Promise<Answer> {
  const body = output.reader();
  const leave = () => void body.cancel().catch(() => undefined);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const { status, headers } = await output.head;
  return { status, headers, body };
}

export function refusal(reader: DialectReader, status: number, code: string, message: string): Answer {
  return jsonAnswer(status, reader.refusal(status, code, message));
}

/** Model and sampling, without texts and lists. */
const TEXT_MAX = 200;

function scalarsOf(body: JsonObject): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, JsonValue] => {
      const value = entry[1];
      if (typeof value === 'string') return value.length <= TEXT_MAX;
      return typeof value === 'number' || typeof value === 'boolean';
    }),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
