/** When calls go out, and what is done about the slow ones. Pinned in the manifest: the scheduler is part of the prompt. */

/** Triggers that send a batch of waiting requests. */
export type FlushReason =
  /** As many waited as the target says. */
  | 'queue'
  /** The oldest had waited for `maxWaitMs`. */
  | 'wait'
  /** Too few lanes were busy to let requests wait. */
  | 'utilisation'
  /** Recent rewards vary less than the floor: waiting for a fuller batch would teach nothing more. */
  | 'rewardVariance'
  /** Waiting requests made room for a candidate of higher priority. */
  | 'preempted'
  /** Nothing more will come before these are answered. */
  | 'drain';

export const FLUSH_REASONS: readonly FlushReason[] = [
  'queue',
  'wait',
  'utilisation',
  'rewardVariance',
  'preempted',
  'drain',
];

export type PreemptionMode =
  /** Unsent requests are cancelled and their reservation released; sent ones are awaited and kept. */
  | 'drop'
  /** Requests in flight or waiting are finished first. */
  | 'drain'
  /** Partial results are discarded and their examples met again under the new candidate. */
  | 'rollback';

export interface DispatchSettings {
  /** Number of waiting requests that sends a batch; null = off. */
  readonly queueTarget: number | null;
  /** Null = off. */
  readonly maxWaitMs: number | null;
  /** Share of busy lanes below which nothing waits; null = off. */
  readonly utilisationFloor: number | null;
  readonly rewardVarianceFloor: number | null;
  /** Prompt and answer tokens that one batch may hold together. */
  readonly tokenBudget: number;
  /** Rising upper bounds of prompt tokens; a batch holds requests of one bucket. */
  readonly lengthBuckets: readonly number[];
  readonly preemption: PreemptionMode;
}

export interface StragglerSettings {
  /** The iteration closes once this share of its reflections is in; the rest joins the next (rulings J7). Null = off. */
  readonly carryOverAfterShare: number | null;
  /** The next map starts on the old candidate while this one is reduced: staleness one. */
  readonly overlap: boolean;
}
