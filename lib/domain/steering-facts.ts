import type { CalibrationFinding, CalibrationVerdict } from './calibration';
import type { SteeringCommand } from './insight-steering';
import type { JudgeSeat } from './model-role';
import type { OperatorKind } from './operator-kinds';
import type { FlushReason, PreemptionMode } from './scheduling';
import type { Measurement } from './score';
import type { Scorer } from './scored-by';

/** Facts about the steering of a run: dispatch of calls, diversity of edits, and its judge. */
export interface SteeringFacts {
  /** Dispatch of an iteration's calls; each single flush is in the journal's decisions. */
  'requests.dispatched': {
    readonly iteration: number;
    readonly flushes: number;
    readonly byReason: Readonly<Partial<Record<FlushReason, number>>>;
    /** Batch size to how many batches had it. */
    readonly sizes: Readonly<Record<string, number>>;
    /** Mean share of the token budget that a batch used. */
    readonly fill: number | null;
    /** Time that lanes were busy over time that they were there. */
    readonly utilisation: number | null;
  };
  'iteration.preempted': {
    readonly iteration: number;
    readonly mode: PreemptionMode;
    /** Ordinals whose results stand. */
    readonly members: readonly number[];
    readonly dropped: readonly number[];
    readonly candidateHash: string;
    readonly by: string;
  };
  /** Commands of people about single lines that the iteration began with. */
  'insights.steered': {
    readonly iteration: number;
    readonly commands: readonly SteeringCommand[];
    readonly candidateHash: string;
    /** Lines that are pinned and banned after them. */
    readonly pinned: number;
    readonly banned: number;
  };
  'diversity.measured': {
    readonly iteration: number;
    /** Edits that are not near-copies of another, over all edits of the groups. */
    readonly uniqueEditRatio: number | null;
    /** Share of the minibatch's example groups that some edit speaks of. */
    readonly coverage: number | null;
    readonly meanSimilarity: number | null;
    /** Between the k group updates, upper triangle row by row; at most 24 groups. */
    readonly similarities: readonly number[];
    readonly rejectedAsDuplicate: number;
    readonly operators: readonly {
      readonly kind: OperatorKind;
      readonly weight: number;
      /** Reflections that were made under it. */
      readonly used: number;
      /** Edits that came from one of them and were kept. */
      readonly kept: number;
    }[];
    readonly temperature: number | null;
    readonly collapsed: boolean;
  };
  'diversity.collapsed': { readonly iteration: number; readonly share: number };
  'pool.reseeded': {
    readonly iteration: number;
    readonly fromHash: string;
    readonly collapsedInARow: number;
  };
  'pool.settled': {
    readonly iteration: number;
    readonly keptHash: string;
    readonly droppedHash: string;
    /** On the selection split; null where a cap cut the comparison short. */
    readonly parked: Measurement | null;
    readonly fresh: Measurement | null;
  };
  /** From this iteration on so many calls may be in flight. */
  'lanes.changed': {
    readonly iteration: number;
    readonly from: number;
    readonly to: number;
    readonly by: 'person' | 'evidence';
  };
  'evaluator.calibrated': {
    readonly verdict: CalibrationVerdict | 'notApplicable';
    /** Who scores where no model judges. */
    readonly scorer?: Scorer;
    /** Models, or the program or evaluator that scores; `code` and `none` where there is no name. */
    readonly judge: string;
    readonly against: string;
    readonly spearman: number | null;
    readonly lower: number | null;
    readonly upper: number | null;
    readonly pairs: number;
    /** Mean absolute difference of one judge's two scores of the same answers. */
    readonly judgeNoise: number | null;
    /** Who judges and who was asked beside; a proxy is marked as one wherever its scores show. */
    readonly seat?: JudgeSeat;
    readonly againstSeat?: JudgeSeat;
    /** Mean list price of judging one rollout of the sample; null where the model has no price. */
    readonly judgeUsdPerRollout?: number | null;
    readonly againstUsdPerRollout?: number | null;
    readonly costCeilingUsd?: number | null;
    readonly spearmanMin?: number;
    readonly minPairs?: number;
  };
  /** Models: the proposer as judge gives way to the evaluator. */
  'evaluator.reverted': {
    readonly from: string;
    readonly to: string;
    readonly calibration: CalibrationFinding;
  };
}
