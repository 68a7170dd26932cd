import type { ProposalReason } from './proposal-reason';
import type { Measurement } from './score';

/** Facts of a search: proposals and their outcome, the pool, and trials of combinations. */
export interface SearchFacts {
  'candidate.proposed': {
    readonly iteration: number;
    readonly proposal: number;
    readonly how: 'reflection' | 'merge' | 'gradient' | 'trial';
    readonly parentHashes: readonly string[];
    /** Null without a usable proposal. An accepted candidate also has its `candidate.created`. */
    readonly hash: string | null;
    readonly text: string | null;
    /** Which components were rewritten; empty where a candidate has only one. */
    readonly components: readonly string[];
    /** Mean scores of parent and child on the same examples; null where they were not tried. */
    readonly parentScore: number | null;
    readonly childScore: number | null;
    readonly examples: number;
    readonly accepted: boolean;
    readonly reason: ProposalReason;
  };
  /** A candidate of the pool on the selection split: what parents and the best one are chosen by. */
  'candidate.selected': {
    readonly iteration: number;
    readonly candidateHash: string;
    readonly score: Measurement;
    /** One value an example, in the order of `exampleIds`. */
    readonly exampleIds: readonly string[];
    readonly scores: readonly (number | null)[];
    readonly failures: number;
  };
  'frontier.updated': {
    readonly iteration: number;
    readonly bestHash: string;
    /** Every candidate of the pool, oldest first; `fronts` counts the keys of the frontier that it holds. */
    readonly pool: readonly {
      readonly hash: string;
      readonly parentHashes: readonly string[];
      readonly mean: number;
      readonly fronts: number;
      /** Not beaten everywhere by others; only these are chosen as parents. */
      readonly undominated: boolean;
    }[];
  };
  'trial.finished': {
    readonly iteration: number;
    readonly trial: number;
    /** The combined parts, by the name of the choice. */
    readonly choices: Readonly<Record<string, number>>;
    readonly candidateHash: string;
    readonly score: Measurement;
    /** On the whole selection split rather than a minibatch of it. */
    readonly full: boolean;
    readonly best: boolean;
  };
}
