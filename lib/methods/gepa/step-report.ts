import type { Components } from '@/lib/domain/components';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import type { PoolMember } from './pool';

/** Result of an iteration of the loop, proposal by proposal, for the ledger. */
export interface StepReport {
  readonly iteration: number;
  readonly proposals: readonly ProposalReport[];
}

export interface ProposalReport {
  readonly proposal: number;
  readonly how: 'reflection' | 'merge';
  /** Numbers in the pool. */
  readonly parents: readonly number[];
  /** Components that were to be rewritten; empty for a merge. */
  readonly names: readonly string[];
  /** Null where nothing usable came. */
  readonly child: Components | null;
  /** Positions of what parent and child were compared on. */
  readonly examples: readonly number[];
  readonly before: readonly number[];
  /** Null where the child was not tried. */
  readonly after: readonly number[] | null;
  /** The candidate as it was let in; null where it was not. */
  readonly member: PoolMember | null;
  readonly reason: ProposalReason;
}
