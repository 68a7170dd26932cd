/** Evidence for the three lights, and the light itself. Types only; the rules are in ./readiness-lights. */

import type { SpeedupCondition } from '@/lib/domain/speedup-condition';
import type { Confounding } from '@/lib/policy/confounding';
import type { ReadinessLightName } from '@/lib/policy/readiness';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { RunRecord } from './run-record';

export type LightState = 'notMeasured' | 'measuring' | 'green' | 'red' | 'rehearsed' | 'waived';

/** One run behind a light. */
export interface LightNumber {
  readonly runId: string;
  readonly label: string;
  readonly seed: number;
  readonly hardware: string;
  readonly practice: boolean;
  readonly finished: boolean;
  /** Paired gain over the original prompt, with its interval and n; null before it is measured. */
  readonly gain: PairedDifference | null;
  readonly learningWallMs: number | null;
  readonly totalWallMs: number | null;
  /** Against the serial baseline on that hardware; hidden like the headline until the claim is ready. */
  readonly ratio: number | null;
}

export interface Light {
  readonly name: ReadinessLightName;
  readonly state: LightState;
  /** Code of the rule that is not met; null while the light is green or waived. */
  readonly code: string | null;
  readonly sentence: string;
  readonly numbers: readonly LightNumber[];
}

export interface ReadinessEvidence {
  readonly run: RunRecord;
  readonly serial: RunRecord | null;
  readonly hardware: HardwareEvidence;
  readonly slice: SliceEvidence;
  /** Reason why held-out cannot support a headline; absent or null = no objection. */
  readonly contamination?: { readonly code: string; readonly sentence: string } | null;
  /** Why the scores of a run behind the claim are no headline (policy/score-doubt); absent or null = all are believed. */
  readonly doubt?: { readonly code: string; readonly sentence: string } | null;
  /** Proposer and serving model are one; absent or null = they are told apart. */
  readonly confounding?: Confounding | null;
  /** The three conditions of a speedup for the run's pinned settings; absent = not asked for. */
  readonly conditions?: readonly SpeedupCondition[];
  /** Re-seeded runs, and whether each has ended well; one that failed is left out and measured again. */
  readonly seeds: readonly { readonly record: RunRecord; readonly finished: boolean }[];
}

export interface HardwareEvidence {
  readonly waiver: { readonly by: string; readonly reason: string } | null;
  /** One for each other profile. */
  readonly pairs: readonly {
    /** The parallel run there, or while that waits for its go, the serial one. */
    readonly record: RunRecord;
    /** Serial run to which the parallel run is compared. */
    readonly serial: RunRecord | null;
    readonly finished: boolean;
    /** Why it will never be finished, where that is so. */
    readonly fault: string | null;
  }[];
}

/** State of the confirmation slice for the chosen prompt of the run. */
export type SliceEvidence =
  /** Sealed, or open to the same prompt again because nothing was scored. */
  | { readonly kind: 'closed'; readonly sentence: string }
  /** It cannot be opened for this prompt; the sentence says what to do. */
  | { readonly kind: 'unavailable'; readonly sentence: string }
  | { readonly kind: 'measuring'; readonly number: LightNumber }
  | { readonly kind: 'measured'; readonly number: LightNumber; readonly gain: PairedDifference };
