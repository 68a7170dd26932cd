import { completeDraft } from '@/lib/canary/registration';
import { textOfNumber, textOfShare } from '../draft-numbers';
import { type PlanDraft, planOfDraft } from './plan-draft';

/**
 * What an empty field of the registration form stands for, as the failure cost has it: shown faintly in its place, so that
 * nobody has to guess. The margin has none, because nobody else may say it.
 */
export type UsualPlan = Readonly<
  Partial<
    Record<Exclude<keyof PlanDraft, 'mode' | 'failureLevel' | 'guardrails' | 'acceptsLowPower'>, string>
  >
>;

/** Where nobody said how many pairs will differ. */
const DISCORDANCE = 0.1;

export function usualPlan(draft: PlanDraft, discordance: number = DISCORDANCE): UsualPlan {
  const { failureLevel, margin, pairsMin: least } = planOfDraft(draft);
  const said = { failureLevel, ...(margin ? { margin } : {}), ...(least ? { pairsMin: least } : {}) };
  const plan = completeDraft(said, { discordance });
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
