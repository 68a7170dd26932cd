import type { Cause } from '@/lib/domain/cause';
import type { CallPurpose, JudgeSeat, ModelRole } from '@/lib/domain/model-role';
import type { RolloutReply } from '@/lib/domain/rollout-reply';

/**
 * What the core asks of a language model.
 *
 * Contract for adapters:
 * - `complete` never throws for a failing provider: retries run out into `{ ok: false, cause }`. It throws only when
 *   its signal is aborted (the run was paused or its lease was lost) or when an invariant broke.
 * - A provider that is away altogether (no connection, 5xx or time-outs for every call) is not a failing call: an
 *   adapter may wait for its return, tells so by `awayMs`, and throws PROVIDER_AWAY when its patience is over or when
 *   the run is interrupted meanwhile. `context.mayBePaid` says whether a request had gone out and got no answer.
 * - Retries, rate limits and the provider's concurrency ceiling are the adapter's business; `attempts` tells them.
 * - `delayMs` counts from the first dispatch to the last byte, queueing in the provider's limiter included, on a
 *   monotonic clock.
 * - The same idempotency key may be sent twice after a crash; adapters pass it on.
 */
export interface LanguageModel {
  complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelOutcome>;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  readonly role: ModelRole;
  readonly purpose: CallPurpose;
  /** Whose model judges, where it is not the evaluator's own. */
  readonly seat?: JudgeSeat;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** Forwarded to providers that honour it; part of the parameters' hash. */
  readonly seed: number;
  readonly json: boolean;
  readonly idempotencyKey: string;
}

export interface ModelReply {
  readonly ok: true;
  readonly text: string;
  readonly finishReason: 'stop' | 'length' | 'filtered' | 'other';
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  /** False when the provider gave no usage and the numbers are our tokenizer's. */
  readonly usageReported: boolean;
  readonly delayMs: number;
  /** Part of the delay that the provider was away altogether: such a delay takes no part in any fit. */
  readonly awayMs?: number;
  readonly attempts: number;
  /** Dollars that the answer itself says it took (an evaluator outside); they replace a price by tokens. */
  readonly reportedUsd?: number;
  /** Set where an agent answered. */
  readonly rollout?: RolloutReply;
}

export interface ModelFailure {
  readonly ok: false;
  readonly cause: Cause;
  /** Tokens of attempts that the provider charged although nothing usable came. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly delayMs: number;
  readonly awayMs?: number;
  readonly attempts: number;
  /** Dollars that an agent's failed rollout took. */
  readonly reportedUsd?: number;
  readonly rollout?: RolloutReply;
}

export type ModelOutcome = ModelReply | ModelFailure;
