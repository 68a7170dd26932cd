import type { Components } from '@/lib/domain/components';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import type { SearchLimit } from '@/lib/domain/run-end';

/**
 * Events that a caller may listen to: the 21 kinds of the published callbacks (their twenty-second, an error, is no
 * event here: errors are thrown). Told as they happen and in a fixed order; nothing is decided by a listener.
 *
 * Candidates are numbers in the pool, examples positions in their split. `iteration` counts from 0; the seed's
 * measurement belongs to -1.
 */
export type GepaEvent =
  | {
      readonly kind: 'optimization.started';
      readonly seed: Components;
      readonly trainExamples: number;
      readonly selectionExamples: number;
    }
  | {
      readonly kind: 'optimization.ended';
      readonly best: number;
      readonly iterations: number;
      readonly metricCalls: number;
      readonly limits: readonly SearchLimit[];
    }
  | ({ readonly kind: 'iteration.started' } & At)
  | ({ readonly kind: 'iteration.ended'; readonly accepted: boolean } & At)
  /** Work done so far is kept: a resumed run reaches this point without paying again. */
  | ({ readonly kind: 'state.saved' } & At)
  | ({ readonly kind: 'candidate.selected'; readonly candidate: number; readonly mean: number } & At)
  | ({ readonly kind: 'minibatch.sampled'; readonly examples: readonly number[] } & At)
  | ({ readonly kind: 'evaluation.started'; readonly examples: number } & Evaluated)
  | ({ readonly kind: 'evaluation.ended'; readonly scores: readonly number[] } & Evaluated)
  | ({
      readonly kind: 'evaluation.skipped';
      readonly candidate: number;
      readonly reason: 'nothingToLearnFrom' | 'allPerfect';
      readonly scores: readonly number[];
    } & At)
  | ({ readonly kind: 'reflectiveDataset.built' } & Rewritten)
  | ({ readonly kind: 'proposal.started' } & Rewritten)
  | ({ readonly kind: 'proposal.ended'; readonly texts: Components } & Rewritten)
  | ({ readonly kind: 'candidate.accepted'; readonly candidate: number; readonly sum: number } & Child)
  | ({
      readonly kind: 'candidate.rejected';
      readonly sumBefore: number;
      readonly sumAfter: number;
      readonly reason: ProposalReason;
    } & Child)
  | ({ readonly kind: 'merge.attempted'; readonly components: Components } & Child)
  | ({ readonly kind: 'merge.accepted'; readonly candidate: number } & Child)
  | ({ readonly kind: 'merge.rejected'; readonly reason: ProposalReason } & Child)
  | ({
      readonly kind: 'frontier.updated';
      /** Everyone who holds a front, and those who held one before and now do not. */
      readonly members: readonly number[];
      readonly displaced: readonly number[];
    } & At)
  | ({
      readonly kind: 'selection.measured';
      readonly candidate: number;
      readonly scores: ReadonlyMap<number, number>;
      readonly mean: number;
      readonly isBest: boolean;
    } & Child)
  | ({ readonly kind: 'budget.updated'; readonly used: number; readonly delta: number } & At);

export type Listen = (event: GepaEvent) => void;

interface At {
  readonly iteration: number;
}

interface Child extends At {
  readonly parents: readonly number[];
}

interface Evaluated extends Child {
  /** Null = a child that has no number yet. */
  readonly candidate: number | null;
}

interface Rewritten extends At {
  readonly candidate: number;
  readonly components: readonly string[];
}
