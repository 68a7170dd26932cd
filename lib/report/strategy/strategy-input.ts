/**
 * Input of a plan or a report. Services read it, this folder words it. Whatever may be unknown is null here and
 * becomes the words "not measured" there.
 */
import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { CanaryState } from '@/lib/domain/canary-state';
import type { FactOf } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { CanaryPolicy } from '@/lib/policy/canary-policy';
import type { Acknowledgement } from '@/lib/policy/confounding';
import type { RejectedShape, Shape } from '@/lib/policy/shapes';
import type { CostReport } from '@/lib/report/cost-report';
import type { IntakeAmounts } from '@/lib/report/intake-estimate';
import type { RunRecord } from '@/lib/report/run-record';
import type { SpeedupCeiling } from '@/lib/report/speedup-ceiling';
import type { CellEstimate } from '@/lib/report/sweep-estimate';
import type { Truth } from '@/lib/report/truth-sentence';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { StrategySubject } from './strategy-content';

export interface StrategyInput {
  readonly subject: StrategySubject;
  /** Pinned by the run of a report; for a plan, what a run would pin now. */
  readonly manifest: RunManifest;
  readonly manifestHash: string | null;
  readonly runHash: string | null;
  readonly evaluationSet: EvaluationSet;
  /** Defaults that were changed, each with its reason; null = made without the set-up questions. */
  readonly changedDefaults: readonly ChangedDefault[] | null;
  /** Who accepted the headline of a run whose proposer also serves; absent = no person, as for every plan. */
  readonly acknowledged?: Acknowledgement | null;
  readonly diagnosis: DiagnosisSaid | null;
  /** The finding about the run of a report, as its page has it; absent for a plan. */
  readonly truth?: Pick<Truth, 'kind' | 'sentence'>;
  readonly serial: SerialFacts | null;
  readonly shape: ChosenShape;
  readonly ceiling: SpeedupCeiling;
  /** Share of the lanes that the measured run kept busy. */
  readonly utilisation: number | null;
  readonly dispatch: DispatchSaid;
  readonly canary: CanaryTerms;
  /** Expected cost of a plan; null for a report. */
  readonly expected: ExpectedCost | null;
  /** Measurements of a report; null for a plan. */
  readonly measured: MeasuredFacts | null;
}

export interface EvaluationSet {
  readonly dataset: string;
  readonly split: string;
  readonly owner: string | null;
  /** Null = never asked. */
  readonly usedToTune: boolean | null;
  readonly usedToTuneNote: string | null;
}

export interface ChangedDefault {
  readonly ruleId: string;
  readonly reason: string;
}

export interface DiagnosisSaid {
  /** The serial run that it reads; null where the curve was imported. */
  readonly runId: string | null;
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly finding: string | null;
  readonly reason: string;
  readonly alternatives: readonly string[];
  readonly aboveOriginal: PairedDifference | null;
  readonly furtherGain: PairedDifference | null;
  /** Measurements that were looked at; null where an older diagnosis did not say. */
  readonly window: number | null;
  readonly hash: string | null;
}

/** The serial baseline; one that may not be compared with the manifest is as good as none. */
export interface SerialFacts {
  readonly record: RunRecord;
}

export interface ChosenShape {
  readonly chosen: Shape;
  readonly reason: string;
  readonly rejected: readonly RejectedShape[];
}

/** Counts of batches by their size. */
export interface Sizes {
  readonly flushes: number;
  readonly sizes: Readonly<Record<string, number>>;
  readonly meanSize: number | null;
}

export interface DispatchSaid {
  /** Null = no policy is pinned: each call goes as soon as a lane is free. */
  readonly pseudocode: string | null;
  readonly expected: Sizes | null;
  /** Basis of the expectation, in words. */
  readonly workload: string;
  readonly actual: Sizes | null;
}

/** Conditions that a promotion must pass; registered anew with the canary itself. */
export interface CanaryTerms {
  readonly policy: CanaryPolicy;
  /** Cost of a regression in production, in one sentence; null = not stated, and the defaults apply. */
  readonly failureSentence: string | null;
  /** Registered canaries of prompts of the run, oldest first; absent for a plan. */
  readonly trials?: readonly CanaryTrial[];
}

export interface CanaryTrial {
  readonly slot: string;
  readonly version: number;
  readonly state: CanaryState;
}

export interface ExpectedCost {
  readonly estimate: CellEstimate;
  readonly batchSize: number;
  readonly iterations: number;
  /** Ended runs that the means come from; 0 = from lengths of texts and the published delay. */
  readonly basisRuns: number;
  readonly isPriced: boolean;
  /** Cut at a hard cap, which ends the run before its examples do. */
  readonly endsAtBudget?: boolean;
  /** The same as a range, by the function that estimates a set-up. */
  readonly amounts: IntakeAmounts;
}

export interface MeasuredFacts {
  readonly record: RunRecord;
  readonly finished: FactOf<'run.finished'> | null;
  readonly plans: readonly BatchPlan[];
  readonly diversity: readonly FactOf<'diversity.measured'>['data'][];
  readonly collapses: number;
  readonly reseeds: number;
  readonly calibration: FactOf<'evaluator.calibrated'>['data'] | null;
  readonly reverted: FactOf<'evaluator.reverted'>['data'] | null;
  /** Cost of the run's calls, and the allowed statements about money and speed. */
  readonly costs: CostReport;
}
