import type { FailureLevel } from './intake';

/**
 * The trial of a challenger in a slot: what was fixed before the data, what the data say, and what follows. Differences
 * are challenger minus incumbent, shares of 1 (0.005 = half a point). Knows no rows, no HTTP and no clock.
 */

/** 100 % is the promotion itself. */
export const LIVE_STEP_SHARES = [0.01, 0.05, 0.25, 0.5, 1] as const;

/** Quantities that must not become worse. `custom` is a score in 0..1 that the application posts, higher is better. */
export const GUARDRAIL_METRICS = ['latencyP95', 'cost', 'failureRate', 'custom'] as const;
export type GuardrailMetric = (typeof GUARDRAIL_METRICS)[number];

export interface Guardrail {
  readonly metric: GuardrailMetric;
  /** Shown; unique within a plan. */
  readonly name: string;
  /** How much worse still passes: a share of the incumbent's value for latency and cost, a difference for the others. */
  readonly margin: number;
  /** A guardrail proven broken rolls back; a signal holds, and the canary ends inconclusive. */
  readonly whenBroken: 'rollBack' | 'hold';
}

/** Fixed at registration; nothing of it moves afterwards. A change is a new canary with new data. */
export interface CanaryPlan {
  readonly mode: 'shadow' | 'optIn';
  /** Epsilon: how much worse than the incumbent still passes. */
  readonly margin: number;
  /** Share of the traffic that the challenger answers in shadow. */
  readonly share: number;
  /** Whole days, so that no hour of the day counts twice. */
  readonly windowHours: number;
  /** Below it no verdict but a broken guardrail. */
  readonly pairsMin: number;
  /** n*: the pairs at which the canary ends, and for which the sequence is tuned. */
  readonly pairsPlanned: number;
  /** Pairs between two looks. */
  readonly lookEvery: number;
  /** One-sided. */
  readonly alpha: number;
  readonly guardrails: readonly Guardrail[];
  readonly failureLevel: FailureLevel;
  readonly approvers: number;
  /** Shares of live traffic after the approval; empty = straight to 100 %. */
  readonly liveSteps: readonly number[];
  readonly stepHours: number;
  /** How long the reverted way stays watched after the promotion. */
  readonly watchHours: number;
  /** Outcomes posted later than this after their exposure no longer count. */
  readonly outcomeWindowHours: number;
  /** Said where the plan will probably decide nothing. */
  readonly acceptsLowPower: boolean;
  /** Tokens that the challenger may add to each call; absent or null = its weight is shown and refuses nothing. */
  readonly addedTokensMax?: number | null;
}

/** Counts of right-or-wrong pairs. */
export interface PairCounts {
  readonly both: number;
  readonly onlyIncumbent: number;
  readonly onlyChallenger: number;
  readonly neither: number;
}

export const VERDICTS = ['pass', 'fail', 'continue', 'inconclusive', 'invalid'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

export interface VerdictReason {
  readonly code:
    | 'withinMargin'
    | 'harmProven'
    | 'guardrailBroken'
    | 'signalBroken'
    | 'guardrailOpen'
    | 'unhealthy'
    | 'noTraffic'
    | 'pairsMissing'
    | 'discordantMissing'
    | 'belowMargin'
    | 'notProven'
    | 'windowOpen';
  /** Shown verbatim. */
  readonly sentence: string;
}

/** A verdict at one look; a decision with its reasons, the first of which decided. */
export interface Verdict {
  readonly kind: VerdictKind;
  readonly reasons: readonly VerdictReason[];
  readonly pairs: number;
  readonly discordant: number;
  /** Mean difference and its sequence; bounds are null before there is a spread. */
  readonly difference: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface HealthFinding {
  readonly check:
    | 'sampleRatio'
    | 'missingOutcomes'
    | 'duplicates'
    | 'latency'
    | 'incumbentChanged'
    | 'evaluatorDrift'
    | 'noTraffic'
    | 'wholeDays';
  /**
   * invalid blocks every verdict; quiet ends a canary without one; waiting says too little is known yet; unmeasured
   * that it is not measured; byDesign that it cannot fail here, so that nothing is counted. Only counted data make it sound.
   */
  readonly state: 'sound' | 'byDesign' | 'waiting' | 'quiet' | 'unmeasured' | 'invalid';
  readonly sentence: string;
  /** When it was last measured, as ISO 8601; left out where it is counted as the pairs come. */
  readonly measuredAt?: string;
}

export interface GuardrailReading {
  readonly name: string;
  readonly whenBroken: Guardrail['whenBroken'];
  /** kept: proven within its margin. broken: proven beyond. open: neither. unmeasured: no number came. */
  readonly state: 'kept' | 'broken' | 'open' | 'unmeasured';
  /** How much worse the challenger is, in the unit of the margin. */
  readonly worse: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly margin: number;
  readonly sentence: string;
}
