import type { StatedCause } from './cause';

/** Why a proposed candidate was accepted or rejected. `lib/words/candidate` has the sentence. */
export type ProposalReason =
  /** Sums of scores of parent and child on the same minibatch. */
  | {
      readonly code: 'gained' | 'gainedLess' | 'noGain' | 'lost';
      readonly before: number;
      readonly after: number;
    }
  | { readonly code: 'mergeNoWorse' | 'mergeWorse'; readonly examples: number }
  | { readonly code: 'better' | 'worse'; readonly score: OnSelection; readonly against: OnSelection }
  /** The aggregation gave nothing usable; of MIPROv2's instructions with the tip that was asked for. */
  | { readonly code: 'failed'; readonly cause: StatedCause; readonly tip?: string }
  | {
      readonly code:
        | 'nothingToLearnFrom'
        | 'allPerfect'
        | 'unchanged'
        | 'noText'
        | 'inPool'
        | 'sameAsSibling'
        | 'unscored'
        | 'noRoomOnMinibatch'
        | 'noRoomOnSelection'
        | 'noRoomForMerge'
        | 'noRoomToMeasure'
        | 'everyOneTaken'
        | 'takenUnmeasured'
        | 'stepGaveNothing'
        | 'wholeSelection'
        | 'minibatchOnly';
    };

interface OnSelection {
  readonly mean: number;
  readonly n: number;
}
