import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { Candidate } from '@/lib/domain/candidate';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { PreemptionMode } from '@/lib/domain/scheduling';

/** Result of an iteration of any kind, as the loop closes it. */

export interface IterationOutcome {
  readonly candidate: Candidate;
  /** Examples of its own that it waited for: the size that its delay belongs to. */
  readonly inTime: number;
  /** Scores of the minibatch, in example order; never on one series with held-out. */
  readonly scores: readonly number[];
  /** Ordinals of the reflections that took part. */
  readonly members: readonly number[];
  /** Examples without a usable answer, score or reflection. */
  readonly failures: number;
  /** Training answers that came, and those of them that could not be parsed. */
  readonly answered: number;
  readonly unreadable: number;
  /** Failures that the provider answered with a refusal. */
  readonly rejections: number;
  /** Calls that a hard cap or the deadline refused. */
  readonly refused: number;
  /** Mean prompt tokens of the generate calls: the covariate of the delay fit. */
  readonly promptTokens: number;
  /** Reflections left to the next iteration or carried over from the last; absent where none may be late. */
  readonly carry?: Pick<FactData['iteration.closed'], 'late' | 'carried' | 'carriedBase'>;
}

/** An iteration as the loop closes it. */
export interface IterationDone {
  readonly plan: Pick<BatchPlan, 'size'>;
  readonly outcome: IterationOutcome;
  readonly startedMs: number;
  /** Before a measurement beside its map was waited for. */
  readonly endedMs: number;
  /** A measurement ran beside its map and took of the lanes that it left free. */
  readonly isBesideMeasurement?: boolean;
  /** Set where the map was cut short for a candidate of higher priority. */
  readonly cut?: PreemptionMode | undefined;
  /** A measurement ran while its map did, and took of its lanes. */
  readonly disturbed?: boolean;
  /** It mapped no batch, so its delay says nothing of the batch size; it is booked like any other. */
  readonly unmapped?: boolean;
}
