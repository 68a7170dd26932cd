/** Batch size, trigger and reason, re-made before every iteration. */
export type BatchPlanReason =
  /** One of the four profile sizes, in a seeded permutation. */
  | 'profiling'
  /** The one iteration that checks the fit's prediction at the chosen size. */
  | 'confirming'
  /** floor(plateau(fit)), clamped. */
  | 'plateau'
  /** The fit is new, but its interval still holds the size in use, or it moved by less than 20 %. */
  | 'unchanged'
  /** The fit cannot be trusted; the smallest profiled size is used, and it says so. */
  | 'degenerate'
  /** The user fixed the size, with a reason. */
  | 'static'
  /** The law asks for more, but at that size too few insights would survive the scan. */
  | 'survivalFloor'
  /** Fewer examples are left than the size in use. */
  | 'lastPartial';

/** The bound that limited the size, where one did. */
export type BatchSizeCap = 'lanes' | 'tokenLimit' | 'remaining' | 'maxBatch' | 'varianceFloor';

export type PowerLawFit = {
  /** T(bs) = A * bs^-alpha, T in milliseconds of epoch time. */
  readonly A: number;
  readonly alpha: number;
  readonly alphaLower: number;
  readonly alphaUpper: number;
  readonly r2: number;
  readonly points: number;
  readonly degenerate: FitFault | null;
  /** Exponent of the prompt's load where its length varied enough to be told from the size; else null. */
  readonly promptExponent?: number | null;
  /** Changes of conditions: from that iteration on, the same work takes `factor` times as long. */
  readonly steps?: readonly ConditionStep[];
};

/** Why a fit cannot be trusted. */
export type FitFault =
  /** Too few distinct sizes were measured. */
  | { readonly code: 'sizes'; readonly measured: number }
  | { readonly code: 'notFinite' }
  | { readonly code: 'alpha' | 'r2'; readonly value: number; readonly floor: number };

export type ConditionStep = {
  readonly iteration: number;
  readonly factor: number;
};

export type BatchPlan = {
  readonly iteration: number;
  readonly size: number;
  readonly reason: BatchPlanReason;
  readonly basis: PlanBasis;
  readonly caps: readonly BatchSizeCap[];
  /** Size without the bounds of lanes, tokens, variance and remaining examples; the next plan compares with it. */
  readonly sizeBeforeCaps?: number;
  readonly fit: PowerLawFit | null;
  /** The raw solution of the plateau formula, before floor and clamp. */
  readonly plateau: number | null;
  /** True when the chosen size lies beyond twice the profiled range. */
  readonly extrapolated: boolean;
  readonly inputs: BatchPlanInputs;
  /** Basis of the decision on the survival floor, where the run has one. */
  readonly survival?: {
    readonly floor: number;
    /** Null while too little was measured: then nothing is held back. */
    readonly sizeMax: number | null;
    readonly measured: readonly { readonly size: number; readonly share: number; readonly n: number }[];
  };
};

/** Source of the size, before any cap or floor. `lib/words/batch-plan` makes the sentence of it. */
export type PlanBasis =
  /** The manifest's size, with the reason that a person gave for it. */
  | { readonly kind: 'fixed'; readonly size: number; readonly statedReason: string }
  /** `place` counts from 1 and passes `of` where a profile size is measured again. */
  | { readonly kind: 'profile'; readonly size: number; readonly place: number; readonly of: number }
  /** No plateau to follow; the plan's fit says why. */
  | { readonly kind: 'smallest'; readonly size: number }
  | PlateauBasis;

export type PlateauBasis = {
  readonly kind: 'confirming' | 'chosen' | 'moved' | 'kept';
  /** Where the plateau may lie. */
  readonly interval: { readonly lower: number; readonly upper: number };
  readonly target: number;
  /** Expected delay of the confirming iteration. */
  readonly predictedMs?: number;
  readonly current?: number;
  /** Kept although the target is at least a fifth away: the interval still holds the size in use. */
  readonly isHeld?: boolean;
  /** Delay of the confirming iteration, in the plan right after it; null = it gave no usable one. */
  readonly confirmed?: { readonly delayMs: number; readonly predictedMs: number } | null;
};

export type BatchPlanInputs = {
  readonly remainingExamples: number;
  readonly lanes: number;
  readonly promptTokens: number;
  readonly tokensPerRollout: number | null;
  readonly rewardVariance: number | null;
  readonly finishedIterations: number;
};
