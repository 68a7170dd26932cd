/**
 * The ledger's vocabulary: append-only facts of a run, numbered without gaps. Everything on screen is a projection
 * of these; the ledger alone can rebuild a run page. An event is the same row as a page sees it.
 *
 * `data` is what the run's hash covers: with a static plan on a deterministic model it is the same in a twin run.
 * `measured` holds what clocks gave (delays, stamps) and is left out of the hash.
 * Names are noun.past-verb. A number that a person will read carries its unit in its name.
 */
import type { BatchPlan } from './batch-plan';
import type { Cause } from './cause';
import type { OperatorKind } from './diversity';
import type { Edit } from './edit';
import type { JudgeSeat } from './model-role';
import type { RunKind, StopReason } from './run';
import type { FlushReason, PreemptionMode } from './scheduling';
import type { Measurement } from './score';
import type { HedgeTotals, Spend } from './spend';
import type { SplitName } from './split';

export interface FactData {
  'run.started': {
    readonly kind: RunKind;
    readonly manifestHash: string;
    readonly seedCandidateHash: string;
    readonly counts: Readonly<Record<SplitName, number>>;
    /** Iterations are only known beforehand when the size is static. */
    readonly plannedIterations: number | null;
    readonly plannedRollouts: number;
    readonly plannedEvaluationRollouts: number;
    readonly practice: boolean;
  };
  'batch.planned': BatchPlan;
  'iteration.started': {
    readonly iteration: number;
    readonly epoch: number;
    readonly candidateHash: string;
    readonly exampleIds: readonly string[];
    /** The map began while the iteration before was being reduced: the candidate is the one from before that. */
    readonly stale?: true;
  };
  'rollout.finished': {
    readonly iteration: number;
    readonly ordinal: number;
    readonly split: SplitName;
    readonly exampleId: string;
    readonly candidateHash: string;
    readonly answer: string;
    readonly score: number;
    readonly correct: boolean;
    /** Why there is no usable answer, where there is none; the score is then 0. */
    readonly cause: Cause | null;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly costUsd: number | null;
    /** Key texts of the journal's calls, for the trace view. */
    readonly callKeys: readonly string[];
  };
  'reflection.finished': {
    readonly iteration: number;
    readonly ordinal: number;
    readonly exampleId: string;
    readonly text: string;
    readonly insights: readonly string[];
    readonly cause: Cause | null;
    readonly callKeys: readonly string[];
  };
  'shuffle.finished': {
    readonly iteration: number;
    /** n', the valid reflections. */
    readonly reflections: number;
    readonly duplication: number;
    readonly k: number;
    /** Reflection ordinals, a list a group, in group order. */
    readonly groups: readonly (readonly number[])[];
    readonly degraded: boolean;
  };
  'group.aggregated': {
    readonly iteration: number;
    readonly group: number;
    readonly inputs: number;
    readonly edits: readonly Edit[];
    readonly text: string | null;
    readonly cause: Cause | null;
    readonly callKeys: readonly string[];
  };
  'scan.combined': {
    readonly iteration: number;
    readonly mode: ScanMode;
    readonly k: number;
    readonly survivingGroups: number;
    readonly calls: number;
    readonly edits: readonly Edit[];
    readonly text: string | null;
    /** What made the fallback necessary, or left the candidate as it was. */
    readonly cause: Cause | null;
    readonly callKeys: readonly string[];
  };
  'candidate.created': {
    readonly iteration: number;
    readonly hash: string;
    readonly parentHash: string | null;
    readonly text: string;
    readonly bullets: number;
    readonly tokens: number;
    /** Edits applied / proposed but not applicable. */
    readonly applied: number;
    readonly ignored: number;
    /** Who wrote it, where a person did. */
    readonly byHand?: string;
  };
  'heldOut.measured': {
    readonly iteration: number;
    readonly candidateHash: string;
    readonly split: SplitName;
    readonly trainExamplesSeen: number;
    readonly score: Measurement;
    /** One value an example, in the order of `exampleIds` sorted; what paired comparisons need. */
    readonly exampleIds: readonly string[];
    readonly scores: readonly number[];
    readonly failures: number;
    readonly best: boolean;
    /** A hard cap cut it short: its mean says nothing, and no rule looks at it. */
    readonly incomplete?: true;
  };
  'iteration.closed': {
    readonly iteration: number;
    /** Ordinals of the reflections that took part. */
    readonly members: readonly number[];
    readonly failures: number;
    readonly trainExamplesSeen: number;
    readonly minibatchScore: Measurement;
    readonly spend: Spend;
    /** Ordinals of reflections that came too late for this iteration (rulings J7). */
    readonly late?: readonly number[];
    /**
     * Reflections of the iteration before that joined this one. In the groups they stand behind its own, numbered on
     * from its planned size in the order of `late` of the iteration before.
     */
    readonly carried?: readonly number[];
    /** The candidate that the carried ones were made under. */
    readonly carriedBase?: string;
  };
  /** Too late for its own iteration and for the next: no part of any update, but paid (rulings J7). */
  'reflection.dropped': {
    readonly iteration: number;
    readonly ordinal: number;
    readonly exampleId: string;
    readonly candidateHash: string;
    /** Whether there was something to learn from it. */
    readonly usable: boolean;
    readonly tokens: number;
    readonly costUsd: number;
    readonly spendUsd: number;
    readonly explanation: string;
  };
  /** How the calls of an iteration went out; each single flush stands in the journal's decisions. */
  'requests.dispatched': {
    readonly iteration: number;
    readonly flushes: number;
    readonly byReason: Readonly<Partial<Record<FlushReason, number>>>;
    /** Batch size to how many batches had it. */
    readonly sizes: Readonly<Record<string, number>>;
    /** Mean share of the token budget that a batch used. */
    readonly fill: number | null;
    readonly hedged: number;
    readonly hedgesWon: number;
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
  'diversity.collapsed': { readonly iteration: number; readonly share: number; readonly explanation: string };
  'pool.reseeded': { readonly iteration: number; readonly fromHash: string; readonly explanation: string };
  'pool.settled': {
    readonly iteration: number;
    readonly keptHash: string;
    readonly droppedHash: string;
    readonly explanation: string;
  };
  /** On the selection split: what operator weights and a fresh lineage are judged by, never held-out (rulings E3). */
  'selection.measured': {
    readonly iteration: number;
    readonly candidateHash: string;
    /** `parked` is the lineage that waits while a fresh one is tried. */
    readonly lineage: 'current' | 'parked';
    readonly trainExamplesSeen: number;
    readonly score: Measurement;
  };
  /** From this iteration on so many calls may be in flight. */
  'lanes.changed': {
    readonly iteration: number;
    readonly from: number;
    readonly to: number;
    readonly explanation: string;
  };
  'evaluator.calibrated': {
    readonly verdict: 'passed' | 'failed' | 'notCalibratable' | 'notApplicable';
    readonly judge: string;
    readonly against: string;
    readonly spearman: number | null;
    readonly lower: number | null;
    readonly upper: number | null;
    readonly pairs: number;
    /** Mean absolute difference of one judge's two scores of the same answers. */
    readonly judgeNoise: number | null;
    readonly explanation: string;
    /** Who judges and who was asked beside; a proxy is marked as one wherever its scores show. */
    readonly seat?: JudgeSeat;
    readonly againstSeat?: JudgeSeat;
    /** Mean list price of judging one rollout of the sample; null where the model has no price. */
    readonly judgeUsdPerRollout?: number | null;
    readonly againstUsdPerRollout?: number | null;
    readonly costCeilingUsd?: number | null;
    readonly spearmanMin?: number;
  };
  'evaluator.reverted': { readonly from: string; readonly to: string; readonly explanation: string };
  'run.paused': { readonly iteration: number; readonly reason?: string };
  'run.resumed': { readonly iteration: number };
  'run.takenOver': { readonly previousWorker: string | null };
  'run.failed': { readonly code: string; readonly message: string };
  'run.finished': {
    readonly reason: StopReason;
    readonly explanation: string;
    readonly iterations: number;
    readonly bestCandidateHash: string;
    readonly bestScore: Measurement;
    readonly seedScore: Measurement;
    readonly spend: Spend;
    readonly failures: number;
    /** Over `data` of every hashed fact, in key order. */
    readonly runHash: string;
  };
}

/** How level 2 came to its update. */
export type ScanMode =
  /** n' = 0: no call, no update. */
  | 'empty'
  /** n' < 4 (k = 1), or the naive arm: one call on the raw reflections, no duplication. */
  | 'plainCall'
  | 'llm'
  | 'union'
  /** The reducer failed; the groups' edits were united and de-duplicated. */
  | 'unionAfterFailure'
  | 'singleGroup'
  | 'noGroupProposals';

export interface FactMeasured {
  readonly atMs: number;
  readonly delayMs?: number;
  /** iteration.closed: map, shuffle and scan without evaluation; what `learningWallMs` sums. */
  readonly learningMs?: number;
  readonly evaluationMs?: number;
  /** Accelerator time of the run so far; null = not measured. Follows from delays, so it is no part of the hash. */
  readonly gpuSeconds?: number | null;
  /** What second calls of hedged races may have cost so far, beside `spend`: arrival decides it. */
  readonly hedged?: HedgeTotals;
  /** The iteration was cut by a crash or a pause, so its delay takes no part in any fit. */
  readonly tainted?: boolean;
  readonly worker?: string;
}

export type FactType = keyof FactData;

export type Fact = {
  [T in FactType]: {
    readonly type: T;
    /** Unique in its run, the same whenever the loop states this fact again. */
    readonly key: string;
    readonly data: FactData[T];
    readonly measured: FactMeasured;
  };
}[FactType];

export type FactOf<T extends FactType> = Extract<Fact, { type: T }>;

/** A fact with its number in its run: what the database holds and what events carry. */
export type LedgerEntry = Fact & { readonly seq: number };

/** Facts about the carrying out rather than the result; never part of the run's hash. */
export const OPERATIONAL_FACTS: readonly FactType[] = [
  'run.paused',
  'run.resumed',
  'run.takenOver',
  'run.failed',
  'requests.dispatched',
  'lanes.changed',
];
