import type { DialectReader } from '@/lib/dialects/dialect';
import type { ReplyStream } from '@/lib/dialects/reply-stream';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { ModelBinding } from '@/lib/domain/manifest';
import type { Dialect } from '@/lib/domain/trajectory';
import type { CallAmount } from '@/lib/evaluation/rollout-book';
import type { Clock } from '@/lib/ports/clock';
import { holdingOut } from '@/server/ledger/database-fault';
import type { CallCost, EndedCall, NewCall } from '@/server/repositories/agent-calls';
import { type Answer, jsonAnswer } from '../exchange';
import type { CallOutput } from './call-output';
import type { LiveAttempt } from './live-attempt';
import type { AskedCall, ProxyParts, StartingCall } from './proxy-parts';
import { reserveCall } from './reservation';

/**
 * A call before it is sent: made ready, reserved, and written into the books. The disk has it while the provider answers:
 * `durable` is awaited before the reply's first byte. What is given back holds nothing of what the agent sent but the text
 * for the provider: a thousand calls may wait for their replies at once.
 */
export interface WrittenCall {
  readonly kind: 'written';
  readonly ordinal: number;
  readonly dialect: Dialect;
  readonly agent: AskedCall['asking']['headers'];
  readonly reader: DialectReader;
  readonly model: ModelBinding;
  readonly output: CallOutput;
  /** The body for the provider. */
  readonly text: string;
  /** Null = the agent asked for the reply in one piece. */
  readonly stream: ReplyStream | null;
  /** Remembers the reply for calls that refer to it; null where the dialect has no such calls. */
  readonly keep: ((reply: JsonObject) => void) | null;
  readonly amount: CallAmount;
  /** The reservation. */
  readonly cost: CallCost;
  /** Resolves when the row is on the disk. */
  readonly durable: Promise<void>;
}

export interface RefusedCall {
  readonly kind: 'refused';
  readonly answer: Answer;
}

export const REFUSALS = {
  modelCalls: 'The rollout has made all the model calls that its limit allows.',
  tokens: 'This call would pass the limit on tokens of the rollout.',
  usd: 'This call would pass the limit in dollars of the rollout.',
} as const;

export async function writeCall(
  parts: ProxyParts,
  attempt: LiveAttempt,
  call: StartingCall,
): Promise<WrittenCall | RefusedCall> {
  const { reader, asked, model, ordinal, output, dialect } = call;
  const refused = (answer: Answer) => ({ kind: 'refused', answer }) as const;
  const expanded = reader.expand(asked, attempt.seen);
  if (!expanded.ok) return refused(jsonAnswer(expanded.status, expanded.body));
  const body = reader.asSent(reader.inject(expanded.body, attempt.components), {
    model: model.model,
    temperature: model.temperature,
    seed: attempt.row.order.seed,
    outputMax: model.maxTokens,
  });
  const text = JSON.stringify(body);
  const { reserved, amount, cost } = await reserveCall(attempt.book, model, { body, text });
  const limit = reserved.ok ? null : reserved.limit;
  const row: NewCall = {
    ...{ ...attempt.name, ordinal, dialect, digest: call.digest, retryOf: call.retryOf },
    ...(limit === null
      ? { ...cost, status: 'sent', httpStatus: null }
      : { ...cost, tokensIn: 0, tokensOut: 0, costUsd: 0, status: 'refused', httpStatus: 400 }),
    fault: limit,
    startedAt: new Date(parts.clock.nowMs()),
    asked: scalarsOf(asked),
    sent: scalarsOf(body),
    request: parts.bodies.seal(call.bytes, { ...attempt.name, ordinal, part: 'request' }),
  };
  const free = () => limit === null && attempt.book.settle(amount, { tokens: 0, usd: 0 });
  const { heard, durable } = await parts.writeNew(row).catch((error: unknown) => {
    free();
    throw error;
  });
  if (limit !== null) return refused(refusal(reader, 400, 'budget', REFUSALS[limit]));
  if (heard?.status !== 'running' || heard.secondsLeft <= 0) {
    free();
    await parts.writeEnded({ ...strayEnd(parts.clock), ...attempt.name, ordinal });
    return refused(
      refusal(reader, 403, 'rollout_ended', 'This rollout has ended: its key opens nothing now.'),
    );
  }
  return {
    ...{ kind: 'written', ordinal, dialect, reader, model, output, text, amount, cost },
    durable: untilDurable(parts, row, durable),
    agent: call.asking.headers,
    stream: asked.stream === true ? reader.stream(asked) : null,
    keep: keeper(attempt, reader, { asked, expanded: expanded.body }),
  };
}

/** A crash of Postgres takes back what had not been flushed: the row is then written again. */
function untilDurable({ writeNew }: ProxyParts, row: NewCall, written: Promise<void>): Promise<void> {
  const flushed = written.catch(() => holdingOut(async () => (await writeNew(row)).durable));
  // Awaited only once the provider has answered.
  flushed.catch(() => undefined);
  return flushed;
}

function keeper(
  { seen }: LiveAttempt,
  { keep }: DialectReader,
  request: { readonly asked: JsonObject; readonly expanded: JsonObject },
): WrittenCall['keep'] {
  return keep === null ? null : (reply) => keep(seen, { ...request, reply });
}

export function refusal(reader: DialectReader, status: number, code: string, message: string): Answer {
  return jsonAnswer(status, reader.refusal(status, code, message));
}

const strayEnd = (clock: Clock): Omit<EndedCall, 'id' | 'attempt' | 'ordinal'> => ({
  ...{ status: 'stray', httpStatus: 403, fault: 'ended', endedAt: new Date(clock.nowMs()) },
  ...{ firstByteMs: null, delayMs: 0, reply: null },
  ...{ tokensIn: 0, tokensOut: 0, tokensCached: 0, costUsd: 0, countedBy: 'proxy' },
});

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
