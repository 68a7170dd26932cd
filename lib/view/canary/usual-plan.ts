import type { CanaryPlan } from '@/lib/domain/canary';
import { textOfNumber, textOfShare } from '../draft-numbers';
import type { PlanDraft } from './plan-draft';

/**
 * What an empty field of the registration form stands for, as the failure cost has it: shown faintly in its place, so that
 * nobody has to guess. The margin has none, because nobody else may say it.
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
    liveSteps: plan.liveSteps.map((share) => `${textOfShare(share)} %`).join(', ') || 'none',
  };
}
