import type { WeightedOperator } from './diversity';
import type { FailureLevel } from './failure-level';
import type { MethodName } from './method-settings';
import type { ModelRole } from './model-role';
import type { SplitName } from './split';

/**
 * What a person has answered in the guided set-up of an experiment. Every member may be missing: that is a question
 * still open, and never a default. Scores are shares of 0..1.
 */
export const INTAKE_STEPS = [
  'task',
  'serial',
  'hardware',
  'budget',
  'evalSet',
  'failureCost',
  'defaults',
  'review',
] as const;
export type IntakeStep = (typeof INTAKE_STEPS)[number];

export type BindingConstraint = 'rollouts' | 'tokens' | 'gpuSeconds' | 'wallClock';

export interface IntakeAnswers {
  readonly taskId?: string | undefined;
  readonly inputShape?: string | undefined;
  readonly outputShape?: string | undefined;
  readonly metricDirection?: 'higher' | 'lower' | undefined;
  readonly metricLow?: number | undefined;
  readonly metricHigh?: number | undefined;
  readonly metricUnit?: string | undefined;
  readonly baselineScore?: number | undefined;
  readonly baselineSplit?: SplitName | undefined;
  /** The finished serial run that the record is read from; may stay open where the record is from elsewhere. */
  readonly serialRunId?: string | undefined;
  readonly serialMethod?: MethodName | undefined;
  readonly serialVersion?: string | undefined;
  readonly rolloutsToConverge?: number | undefined;
  readonly convergedScore?: number | undefined;
  readonly hardwareType?: string | undefined;
  readonly hardwareCount?: number | undefined;
  readonly hardwareMemoryGb?: number | undefined;
  readonly hardwareNetwork?: string | undefined;
  readonly hardwareSharing?: 'share' | 'split' | undefined;
  readonly models?: Partial<Record<ModelRole, IntakeModel | undefined>> | undefined;
  readonly rollouts?: number | undefined;
  readonly tokens?: number | undefined;
  /** "notMeasured" is an answer too: the providers do not say how many accelerators a call keeps busy. */
  readonly gpuSeconds?: number | 'notMeasured' | undefined;
  readonly deadlineMinutes?: number | undefined;
  readonly binding?: BindingConstraint | undefined;
  readonly datasetId?: string | undefined;
  readonly splitId?: string | undefined;
  readonly scoringDigest?: string | undefined;
  readonly owner?: string | undefined;
  readonly usedToTune?: boolean | undefined;
  readonly usedToTuneNote?: string | undefined;
  readonly failureSentence?: string | undefined;
  readonly failureLevel?: FailureLevel | undefined;
  readonly settings?: IntakeSettings | undefined;
}

export interface IntakeModel {
  readonly providerId: string;
  readonly model: string;
}

/** Defaults of the set-up that a person has changed; what is missing stays at its default. */
export interface IntakeSettings {
  readonly lanes?: number | undefined;
  readonly maxWaitMs?: number | undefined;
  readonly rewardVarianceFloor?: number | undefined;
  readonly operators?: readonly WeightedOperator[] | undefined;
  readonly similarityMax?: number | undefined;
  readonly sampleShare?: number | undefined;
  readonly spearmanMin?: number | undefined;
  readonly rolloutsMax?: number | undefined;
  readonly patience?: number | undefined;
  readonly targetScore?: number | undefined;
  readonly canaryShare?: number | undefined;
  readonly canaryHours?: number | undefined;
  readonly canaryMargin?: number | undefined;
}

/** Everything that one saved draft holds. */
export interface IntakeRecord {
  readonly answers: IntakeAnswers;
  /** {id of a default's rule: why it was changed}. */
  readonly reasons: Readonly<Record<string, string | undefined>>;
}
