import type { CanaryPlan, VerdictKind } from './canary';
import type { PromptTokens } from './prompt-weight';

/**
 * State of a canary and the decisions about it, as facts. `shadow`, `liveStep` and `watch` are its stages; the
 * others are before, between and after them. Knows no rows and no pages.
 */
export const CANARY_STATES = [
  'drafted',
  'registered',
  'shadow',
  'approval',
  'liveStep',
  'watch',
  'promoted',
  'failed',
  'inconclusive',
  'invalid',
  'reverted',
  'superseded',
  'withdrawn',
] as const;
export type CanaryState = (typeof CANARY_STATES)[number];

export type SlotKind = 'rehearsal' | 'production';

export interface CanaryApproval {
  readonly userId: string;
  /** The evidence that was approved. */
  readonly hash: string;
}

export interface CanaryFacts {
  readonly state: CanaryState;
  readonly slotKind: SlotKind;
  /** The challenger was learned on the practice model. */
  readonly isPractice: boolean;
  /** Null until registered. */
  readonly plan: Pick<CanaryPlan, 'approvers' | 'liveSteps' | 'stepHours' | 'addedTokensMax'> | null;
  readonly registeredAtMs: number | null;
  /** Index of the live step; null outside of live steps. */
  readonly step: number | null;
  /** Report, diff, canary and readiness as they are now; null before there is a verdict. */
  readonly evidenceHash: string | null;
  readonly approvals: readonly CanaryApproval[];
  /** A reviewer requested changes, and the evidence is unchanged. */
  readonly isHeld: boolean;
  /** Names, as in audit entries, of the authors of the experiment, the run, a hand edit or the registration. */
  readonly authors: readonly string[];
  /** Null where nothing was measured. */
  readonly heldOut: HeldOutEvidence | null;
  /** Null where its split has no confirmation examples, or no run of ours made the prompt. */
  readonly confirmation: ConfirmationEvidence | null;
  /** Tokens of the challenger and of the live prompt. */
  readonly weight: PromptTokens;
}

/** A prompt's held-out result, and the requirement of a promotion. Shares of 1. */
export interface HeldOutEvidence {
  readonly measure: 'score' | 'gain';
  /** As measured, corrected for the choice where it is a gain. */
  readonly observed: number;
  /** Corrected lower bound: what is shown. Null = no interval. */
  readonly shown: number | null;
  /** The requirement. */
  readonly asked: number;
  /** Held-out examples that were scored. */
  readonly n: number;
}

/** The gain over the original prompt on examples that had no part in choosing it. Shares of 1. */
export interface ConfirmationEvidence {
  readonly examples: number;
  /** Null before this prompt was scored on them. */
  readonly gain: { readonly mean: number; readonly lower: number | null; readonly n: number } | null;
}

export type CanaryMove =
  | { readonly kind: 'amend' }
  | { readonly kind: 'register'; readonly plan: CanaryPlan; readonly atMs: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'judge'; readonly verdict: VerdictKind; readonly evidenceHash: string }
  | { readonly kind: 'renewEvidence'; readonly evidenceHash: string }
  | {
      readonly kind: 'approve';
      readonly hash: string;
      readonly nowMs: number;
      /** Since when the account has been in the workspace. */
      readonly memberSinceMs: number;
    }
  | { readonly kind: 'requestChanges' }
  | { readonly kind: 'goLive' }
  | {
      readonly kind: 'advance';
      /** Since the present step began. */
      readonly elapsedHours: number;
    }
  | { readonly kind: 'finishWatch' }
  | { readonly kind: 'supersede' }
  | { readonly kind: 'revert' }
  | { readonly kind: 'withdraw' };
