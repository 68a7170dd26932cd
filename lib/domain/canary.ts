import type { z } from 'zod';
import type { canaryPlan, guardrail } from './canary-plan-schema';
import type { CanaryTally } from './canary-progress';
import type { verdict } from './canary-progress-schema';
import type { Immutable } from './immutable';

/**
 * The trial of a challenger in a slot: what was fixed before the data, what the data say, and what follows. Differences
 * are challenger minus incumbent, shares of 1 (0.005 = half a point). Knows no rows, no HTTP and no clock.
 */

/** 100 % is the promotion itself. */
export const LIVE_STEP_SHARES = [0.01, 0.05, 0.25, 0.5, 1] as const;

export type Guardrail = Immutable<z.output<typeof guardrail>>;
export type CanaryPlan = Immutable<z.output<typeof canaryPlan>>;

export type PairCounts = CanaryTally['counts'];

export type Verdict = Immutable<z.output<typeof verdict>>;
export type VerdictReason = Verdict['reasons'][number];
export type VerdictKind = Verdict['kind'];

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
