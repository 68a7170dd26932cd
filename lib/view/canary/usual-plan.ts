import type { CanaryPlan } from '@/lib/domain/canary';
import { textOfNumber, textOfShare } from '../draft-numbers';
import type { PlanDraft } from './plan-draft';

/**
 * Defaults of the registration form's empty fields at the chosen failure cost, which the form shows as placeholders.
 * The margin has no default here: a preset that a person sees and registers states it.
 */
export type UsualPlan = Readonly<
  Partial<
    Record<Exclude<keyof PlanDraft, 'mode' | 'failureLevel' | 'guardrails' | 'acceptsLowPower'>, string>
  >
>;

export function usualPlan(plan: Omit<CanaryPlan, 'margin'>): UsualPlan {
  const number = (value: number) => textOfNumber(value);
  return {
    share: textOfShare(plan.share),
    windowDays: number(plan.windowHours / 24),
    pairsPlanned: number(plan.pairsPlanned),
    pairsMin: number(plan.pairsMin),
    approvers: number(plan.approvers),
    stepHours: number(plan.stepHours),
    watchHours: number(plan.watchHours),
    outcomeWindowHours: number(plan.outcomeWindowHours),
    addedTokensMax: 'none',
    liveSteps: plan.liveSteps.map((share) => `${textOfShare(share)} %`).join(', ') || 'none',
  };
}
