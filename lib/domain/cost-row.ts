import type { CauseCounts } from './cause';
import type { CallPurpose, ModelRole } from './model-role';

/**
 * What a run's calls cost, as sums over its journal: what the one statement over that journal gives (server/repositories/costs).
 * Money is whole nanodollars (1e-9) until it is shown: integers add up to the same in every order.
 */

/** The calls of one role, model, purpose and iteration. */
export interface CostRow {
  /** -1 = calls before the first iteration. */
  readonly iteration: number;
  readonly role: ModelRole;
  readonly model: string;
  readonly purpose: CallPurpose;
  readonly calls: number;
  /** Sent and not answered (yet): their cost is unknown. */
  readonly unanswered: number;
  /**
   * Without a usable reply: the call failed or was never sent, or a reply came, was paid for and could not be read (an
   * answer, a reflection, a verdict).
   */
  readonly failures: number;
  /** The same by cause. */
  readonly causes: CauseCounts;
  /** Never sent, since a cap or the deadline left no room: they cost nothing. */
  readonly refused: number;
  /** Answered from another run's journal: a list price, and nothing paid. */
  readonly cached: number;
  /** Sent again after a crash (rulings J3). */
  readonly possiblyPaidTwice: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Part of `tokensIn`. */
  readonly tokensCached: number;
  /** List price of the answers that have one, as if no cache had helped (rulings J5). */
  readonly costNano: number;
  /** Paid for them. */
  readonly spendNano: number;
  /** Upper bound on the cost of earlier attempts of repeated calls. */
  readonly twiceNano: number;
  /** Answered by a model without a price: their cost is unknown, never 0. */
  readonly unpriced: number;
  /** Accelerator time of the calls whose provider declares a profile. */
  readonly gpuSeconds: number;
  /** Calls whose provider declares none. */
  readonly gpuUnmeasured: number;
}
