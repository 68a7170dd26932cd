/**
 * The manifest: everything that a run's result depends on, pinned before it starts. Two runs with one manifest hash
 * and the same answers from outside are the same run.
 */
import type { PinnedAgent } from './agent';
import type { BehaviouralHeaders } from './behavioural-headers';
import type { NamedCandidate } from './candidate';
import type { DiversitySettings } from './diversity';
import type { InsightSteering } from './insight-steering';
import type { MethodSettings } from './method-settings';
import type { ModelRole } from './model-role';
import type { PracticeSettings } from './practice-settings';
import type { RunKind } from './run';
import type { DispatchSettings, StragglerSettings } from './scheduling';
import type { Budget } from './spend';
import type { SplitName } from './split';
import type { SurvivalSettings } from './survival';
import type { Task } from './task';

export interface RunManifest {
  readonly version: 1;
  /** Which engine made the run; absent = 1. A replay needs the same one. */
  readonly engineVersion?: 1 | 2 | 3;
  readonly codeVersion: string;
  readonly runSeed: number;
  readonly kind: RunKind;
  readonly task: Task;
  /** Absent = kind `answer`: a rollout is one call of the serving model. */
  readonly agent?: PinnedAgent;
  readonly split: {
    readonly registrationId: string;
    readonly hash: string;
    readonly counts: Readonly<Record<SplitName, number>>;
  };
  readonly method: MethodSettings;
  readonly aggregation: AggregationSettings;
  readonly batch: BatchSettings;
  readonly evaluation: EvaluationSettings;
  readonly epochs: number;
  /** Calls in flight at once for this run. */
  readonly lanes: number;
  readonly budget: Budget;
  readonly stopping: StoppingSettings;
  readonly models: Readonly<Record<ModelRole, ModelBinding>>;
  /** Name of a prompt template to the hash of its text. */
  readonly prompts: Readonly<Record<string, string>>;
  readonly seedCandidateText: string;
  /** When waiting requests go out together; absent = each at once. */
  readonly dispatch?: DispatchSettings;
  /** Treatment of slow calls; absent = the barrier waits for all. */
  readonly stragglers?: StragglerSettings;
  /** Absent = no operators, no schedule, nothing rejected as a duplicate. */
  readonly diversity?: DiversitySettings;
  /** The fates of insights are followed during the run; absent = computed from the ledger on request. */
  readonly survival?: SurvivalSettings;
  /** How a judge is kept honest; where code scores it is pinned and nothing follows from it. */
  readonly judging?: JudgingSettings;
  /** Whether answers on held-out may come from other runs' journals; absent = never. */
  readonly evaluationCache?: EvaluationCacheSettings;
  /** Lanes are raised by themselves up to this, on the conditions of R-202; absent = only by a person. */
  readonly lanesMax?: number;
  /** Rollouts go to every worker through the queue rather than to the one that holds the run. */
  readonly spreadRollouts?: boolean;
  /** Set on a run of kind `evaluation`: it trains nothing and measures these, in this order. */
  readonly evaluateOnly?: readonly NamedCandidate[];
  /** The examples that a run of kind `evaluation` scores; absent = all of its split. */
  readonly evaluateExampleIds?: readonly string[];
  /** How candidates of equal held-out score are told apart; absent = the earlier one stays. */
  readonly tieBreak?: 'costLengthAge';
  /** Lines that people steered in the run that this one branched from; absent = none. */
  readonly steering?: InsightSteering;
  readonly branchedFrom?: { readonly runId: string; readonly iteration: number };
}

export interface EvaluationCacheSettings {
  readonly read: boolean;
  /** Runs of other namespaces share no answers: a re-seeded readiness run has its own. */
  readonly namespace: string;
}

/** How a judging model is checked before its scores count. */
export interface JudgingSettings {
  /** `separate` asks the evaluator; `proposer` lets the proposer judge itself and needs `forcedReason`. */
  readonly judge: 'separate' | 'proposer';
  readonly forcedReason: string | null;
  /** Share of the first held-out answers that both judges score, never fewer than `minPairs`. */
  readonly sampleShare: number;
  readonly minPairs: number;
  /** Spearman below it is a failed calibration; exactly at it passes. */
  readonly spearmanMin: number;
  /** Dollars that judging one rollout may cost; above it the proxy judges, once calibrated. Null = no ceiling. */
  readonly costCeilingUsd: number | null;
  readonly proxy: ModelBinding | null;
}

export interface ModelBinding {
  readonly providerId: string;
  readonly providerName: string;
  /** Scheme, host and port; a key is bound to it. */
  readonly origin: string;
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly contextTokens: number;
  /** Dollars per million tokens; null = unknown, which refuses a dollar cap. */
  readonly usdPerMillionIn: number | null;
  readonly usdPerMillionOut: number | null;
  readonly usdPerMillionCached: number | null;
  readonly pricedAt: string | null;
  /** Requests a minute that the provider accepts; bounds the batch size. Null = no limit known. */
  readonly tokensPerMinute: number | null;
  readonly hardware: string;
  /** Numbers that it gives are labelled "practice model" wherever they show. */
  readonly practice: boolean;
  /** Accelerators that one call keeps busy, as the provider's profile declares; absent or null = not measured. */
  readonly acceleratorsPerCall?: number | null;
  /** Longest time that one call may take, retries included: what its GPU-seconds are reserved by. */
  readonly callTimeoutMs?: number;
  /** Headers that decide what it answers, by name; absent in manifests from before they could be marked. */
  readonly behaviouralHeaders?: BehaviouralHeaders;
  /** Speed-up factor of a practice model's delays, or "off"; absent = not stated. */
  readonly timeScale?: string;
  /** Settings that change a practice model's answers; absent = an older run with the defaults. */
  readonly practiceSettings?: PracticeSettings;
}

/** Every model that may have a part in a run's numbers. */
export function bindingsOf({
  models,
  judging,
}: Pick<RunManifest, 'models' | 'judging'>): readonly ModelBinding[] {
  return [...Object.values(models), ...(judging?.proxy ? [judging.proxy] : [])];
}

export type AggregationKind = 'combee' | 'naive' | 'topK' | 'summary' | 'hierarchicalSummary';
/** Kinds that condense the reflections before their one aggregator call. */
export type CondensingKind = Extract<AggregationKind, 'topK' | 'summary' | 'hierarchicalSummary'>;

export function condenses(kind: AggregationKind): kind is CondensingKind {
  return kind === 'topK' || kind === 'summary' || kind === 'hierarchicalSummary';
}

/** Whether a model combines the groups' updates. */
export function hasLevelTwo({ aggregation }: Pick<RunManifest, 'aggregation'>): boolean {
  return aggregation.kind === 'combee' && aggregation.reducer === 'llm';
}

export interface AggregationSettings {
  /**
   * combee = shuffle and two-level scan; naive = one aggregator call on all reflections; the others condense them first,
   * then make one call: topK on representatives, the summaries on a summary. Sequential = naive with batch size 1.
   */
  readonly kind: AggregationKind;
  /** p, total copies of each reflection. */
  readonly duplication: number;
  /** k; null = floor(sqrt(n')). */
  readonly groups: number | null;
  readonly reducer: 'llm' | 'union';
  /** Largest fan-in of one call before a level is split again. */
  readonly fanInMax: number;
  /** `planned` fixes k and the groups from the planned n before the map (rulings J6); absent = afterBarrier. */
  readonly grouping?: 'afterBarrier' | 'planned';
}

export type BatchSettings =
  | { readonly kind: 'static'; readonly size: number; readonly reason: string }
  | {
      readonly kind: 'dynamic';
      /** Ascending, at least two distinct; default 4, 8, 16, 32. */
      readonly profileSizes: readonly number[];
      /** tau as a share of the peak slope; default 0.016. */
      readonly tauShare: number;
      readonly peakSlope: 'analyticMin' | 'finiteDifference';
      readonly maxBatch: number;
      readonly confirm: boolean;
      /** A minibatch whose rewards vary less teaches little, so the size is halved; null = off. */
      readonly rewardVarianceFloor: number | null;
      /** The size stays where at least this share of the insights survives the scan; absent or null = off. */
      readonly survivalFloor?: number | null;
    };

export interface EvaluationSettings {
  /** Held-out is measured at the first boundary after every E training examples; null = N/10. */
  readonly everyExamples: number | null;
  /** Which answers are scored; held-out by contract, lowered only in rehearsals of the wiring. */
  readonly split: SplitName;
  /** A run keeps quality where its difference to the reference is above minus this; absent = CLAIM_DEFAULTS. */
  readonly margin?: number;
  /** Held-out measurements after the original prompt's that are planned; absent = as many as everyExamples gives. */
  readonly looksMax?: number;
  /** How often a serial run's diagnosis may answer a measured candidate, the run's own measurement included; absent = once. */
  readonly repetitionsMax?: number;
}

export interface StoppingSettings {
  /** Held-out measurements without improvement; null = off. */
  readonly patience: number | null;
  /** Soft target on held-out, 0..1; null = off. */
  readonly targetScore: number | null;
}
