import type { ModelBinding } from '@/lib/domain/manifest';
import type { RunKind } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';

/**
 * What a speed claim must survive before anybody may use it: other hardware, the sealed confirmation
 * slice, new seeds. Here stand the rules and their sentences; what was measured is put together in lib/report.
 */
export const READINESS_LIGHTS = ['hardware', 'slice', 'seed'] as const;
export type ReadinessLightName = (typeof READINESS_LIGHTS)[number];

export const NOT_READY = {
  hardware: {
    code: 'NOT_READY_HARDWARE',
    sentence:
      'This speedup was measured on one hardware class only. Re-measure on another before you call it ready.',
  },
  slice: { code: 'NOT_READY_SLICE', sentence: 'The gain does not hold on the confirmation slice.' },
  seed: { code: 'NOT_READY_SEED', sentence: 'The gain does not survive a new rollout seed.' },
} as const satisfies Record<ReadinessLightName, { readonly code: string; readonly sentence: string }>;

/** A run by what it trained on; `traces` is set where it read collected ones. */
interface Trained {
  readonly kind: RunKind;
  readonly traces?: unknown;
}

/**
 * Only what trained in parallel claims to be faster; the rest is what it is measured by. A run on collected traces claims
 * no speed: their rollouts took place before it.
 */
export function claimsSpeed({ kind, traces }: Trained): boolean {
  return (kind === 'combee' || kind === 'comparisonPoint') && traces === undefined;
}

/** Two beside the one that made the claim. */
export const NEW_SEEDS = 2;

/**
 * Whether a re-measurement counts for the hardware light (rulings P4): declared real accelerators on both sides, and
 * another accelerator or another host. "unknown" on both sides of one host declares nothing.
 */
export function isOtherHardware(claimed: ModelBinding, again: ModelBinding): boolean {
  if (claimed.practice || again.practice) return false;
  return claimed.hardware !== again.hardware || claimed.origin !== again.origin;
}

export interface ReadinessStanding {
  readonly ready: boolean;
  /** Why not, with the light that says so; null when ready. */
  readonly blockedBy: { readonly code: string; readonly light: string; readonly sentence: string } | null;
}

const WAIVER_REASON_MIN = 20;

/**
 * A second hardware class may not be at hand (strategist A8): an owner may say so, with a reason, and the claim then
 * carries "single hardware class". The practice model has no hardware class that could be waived.
 */
export function assertMayWaive(input: {
  readonly reason: string;
  readonly practice: boolean;
  readonly manifest: Trained;
}): void {
  if (!claimsSpeed(input.manifest)) {
    throw new AppError('STATE_CONFLICT', 'Only a parallel run has a speed claim to waive something for.');
  }
  if (input.practice) {
    throw new AppError(
      'STATE_CONFLICT',
      'Numbers of the practice model are a rehearsal: there is no hardware class to waive.',
      { howToProceed: ['Measure on a provider of your own; its claim can be waived or measured again.'] },
    );
  }
  if (input.reason.trim().length >= WAIVER_REASON_MIN) return;
  throw new AppError('INPUT_INVALID', 'Say why one hardware class has to do.', {
    fields: [{ path: 'reason', message: `Give a reason of at least ${WAIVER_REASON_MIN} characters.` }],
  });
}
