import type { PostedOutcome, RefusedOutcomeReason } from '@/lib/contracts/canary-ingest';
import type { AnswerOutcome, Side } from '@/lib/domain/canary-pair';
import type { Exposure } from '@/server/serving/exposure-id';

/** An outcome on its way, with the exposure that it names, and what became of a batch of them. */
export interface GivenOutcome {
  readonly exposure: Exposure;
  /** As it was posted, or as the evaluator scored it. */
  readonly given: Pick<PostedOutcome, 'exposureId' | 'custom'> & Partial<Record<Side, AnswerOutcome>>;
}

/** Result of storing a batch of outcomes. */
export interface KeptOutcomes {
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: readonly RefusedOutcome[];
}

export interface RefusedOutcome {
  readonly exposureId: string;
  readonly side: Side | null;
  readonly reason: RefusedOutcomeReason;
}

export function allRefused(
  outcomes: readonly GivenOutcome[],
  reason: RefusedOutcome['reason'],
): KeptOutcomes {
  const refused = outcomes.map(({ given }) => ({ exposureId: given.exposureId, side: null, reason }));
  return { accepted: 0, repeated: 0, refused };
}

/** Batches of one canary wait for each other. */
export const INGEST_TRANSACTION = { timeout: 30_000, maxWait: 15_000 };
