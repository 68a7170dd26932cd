import type { DialectReader } from '@/lib/dialects/dialect';
import type { ReplyStream } from '@/lib/dialects/reply-stream';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { ModelBinding } from '@/lib/domain/manifest';
import type { CallAmount } from '@/lib/evaluation/rollout-book';
import type { Clock } from '@/lib/ports/clock';
import type { Permit } from '@/server/adapters/provider-limiter';
import type { CallCost, EndedCall, NewCall } from '@/server/repositories/agent-calls';
import { type Answer, jsonAnswer } from '../exchange';
import type { CallOutput } from './call-output';
import type { LiveAttempt } from './live-attempt';
import { callProvider, type ProviderReply } from './provider-call';
import { takeTurn } from './provider-turn';
import type { ProxyParts, Reached, StartingCall } from './proxy-parts';
import { reserveCall } from './reservation';

/**
 * A call on its way to the provider: made ready, reserved, written, sent. What is given back holds nothing of the bodies that
 * the reply does not need, since a thousand streams may be open at once.
 */
export interface SentCall extends ProviderReply {
  readonly kind: 'sent';
  readonly ordinal: number;
  readonly reader: DialectReader;
  readonly model: ModelBinding;
  readonly output: CallOutput;
  /** Null = the agent asked for the reply in one piece. */
  readonly stream: ReplyStream | null;
  /** Remembers the reply for calls that refer to it. */
  readonly keep: ((reply: JsonObject) => void) | null;
  readonly amount: CallAmount;
  /** The reservation. */
  readonly cost: CallCost;
  /** To be released at the end; null = the provider was never reached. */
  readonly permit: Permit | null;
  readonly startedMs: number;
  readonly firstByteMs: number;
}

export const REFUSALS = {
  modelCalls: 'The rollout has made all the model calls that its limit allows.',
  tokens: 'This call would pass the limit on tokens of the rollout.',
  usd: 'This call would pass the limit in dollars of the rollout.',
} as const;

/** In most texts: the queue counts what a call is likely to take, the rollout's budget the most. */
const BYTES_A_TOKEN = 4;

const PATHS = {
  openaiChat: '/chat/completions',
  openaiResponses: '/responses',
  anthropicMessages: '/messages',
} as const;

export async function sendCall(
  parts: ProxyParts,
  attempt: LiveAttempt,
  call: StartingCall,
): Promise<SentCall | { readonly kind: 'refused'; readonly answer: Answer }> {
  const { reader, asked, model, ordinal, output } = call;
  const refused = (answer: Answer) => ({ kind: 'refused', answer }) as const;
  const expanded = reader.expand(asked, attempt.seen);
  if (!expanded.ok) return refused(jsonAnswer(expanded.status, expanded.body));
  const body = reader.asSent(reader.inject(expanded.body, attempt.components), {
    model: model.model,
    temperature: model.temperature,
    seed: attempt.row.order.seed,
    outputMax: model.maxTokens,
  });
  const sent = { body, text: JSON.stringify(body) };
  const { reserved, amount, cost } = await reserveCall(attempt.book, model, sent);
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
  const free = () => limit === null && attempt.book.settle(amount, { tokens: 0, usd: 0 });
  const heard = await parts.writeNew(row).catch((error: unknown) => {
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
  const startedMs = parts.clock.monotonicMs();
  // The agent's leaving does not stop it: what the provider then still counts is the bill.
  const { signal } = new AbortController();
  const onWait = (waitMs: number) => void parts.hear({ ...attempt.name, waitMs }).catch(() => undefined);
  const inTurn = async ({ upstream, limiter }: Reached) => {
    const group = attempt.row.runId ?? attempt.name.id;
    const tokens = Math.ceil(cost.tokensIn / BYTES_A_TOKEN) + cost.tokensOut;
    const { permit, waitedMs } = await takeTurn({ limiter, group, tokens, onWait });
    const path = PATHS[call.dialect];
    const came = await callProvider({ upstream, path, body: sent.text, signal, onWait });
    return { ...came, waitedMs: came.waitedMs + waitedMs, permit };
  };
  const came = await parts
    .reach(attempt, call.dialect, call.asking.headers)
    .then(inTurn, (error: unknown) => ({ reply: null, error, waitedMs: 0, permit: null }));
  const { keep } = reader;
  return {
    ...{ kind: 'sent', ordinal, reader, model, output, amount, cost, ...came, startedMs },
    stream: asked.stream === true ? reader.stream(asked) : null,
    keep: keep && ((reply) => keep(attempt.seen, { asked, expanded: expanded.body, reply })),
    firstByteMs: parts.clock.monotonicMs() - startedMs,
  };
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
