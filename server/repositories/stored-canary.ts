import { z } from 'zod';
import { canaryEvidence } from '@/lib/contracts/canary-evidence';
import { canaryDraft, canaryExpected } from '@/lib/contracts/canary-shapes';
import type { CanaryPlan } from '@/lib/domain/canary';
import { canaryPlan } from '@/lib/domain/canary-plan-schema';
import type { CanaryProgress, CanaryTally, StepProgress } from '@/lib/domain/canary-progress';
import { canaryTally, lookDetail, pairProgress, stepProgress } from '@/lib/domain/canary-progress-schema';
import { checkStored } from '@/server/db/stored-json';

/** JSON columns of a canary's row, each as it is stored. Every reader throws AppError STORED_UNREADABLE. */
const placeOf = (id: string, column: string) => ({ table: 'Canary', column, id });

/** Null before the registration. */
export function planOf({ id, plan }: { readonly id: string; readonly plan: unknown }): CanaryPlan | null {
  return plan === null ? null : checkStored(canaryPlan, plan, placeOf(id, 'plan'));
}

interface Counting {
  readonly id: string;
  readonly progress: unknown;
}

/** Progress of shadow and watch; null before the first pair. */
export function pairProgressOf({ id, progress }: Counting): CanaryProgress | null {
  return progress === null ? null : checkStored(pairProgress, progress, placeOf(id, 'progress'));
}

/** Progress of a live step; null before the first outcome. */
export function stepProgressOf({ id, progress }: Counting): StepProgress | null {
  return progress === null ? null : checkStored(stepProgress, progress, placeOf(id, 'progress'));
}

/** Null before the first settled pair. */
export function tallyOf({ id, tally }: { readonly id: string; readonly tally: unknown }): CanaryTally | null {
  return tally === null ? null : checkStored(canaryTally, tally, placeOf(id, 'tally'));
}

/** Reasons why a look decided as it did; of a live step also the step, and what became of it. */
export function lookDetailOf({ canaryId, detail }: { readonly canaryId: string; readonly detail: unknown }) {
  return checkStored(lookDetail, detail, { table: 'CanaryLook', column: 'detail', id: canaryId });
}

/** Evidence that an approval refers to; null before there is a verdict. */
export function evidenceOf({ id, evidence }: { readonly id: string; readonly evidence: unknown }) {
  return evidence === null ? null : checkStored(canaryEvidence, evidence, placeOf(id, 'evidence'));
}

/** Content of the form until registration. */
const keptDraft = z.object({
  plan: canaryDraft,
  expected: canaryExpected,
  /** Why personal or secret data in the prompt stays. */
  personalDataReason: z.string().optional(),
});

export function draftOf({ id, draft }: { readonly id: string; readonly draft: unknown }) {
  return checkStored(keptDraft, draft, placeOf(id, 'draft'));
}
