import type {
  CanaryPlan,
  GuardrailReading,
  HealthFinding,
  Verdict,
  VerdictReason,
} from '@/lib/domain/canary';
import type { StepCallers } from '@/lib/domain/step-callers';
import { armBounds } from '@/lib/stats/confidence-sequence';
import { meanOf, type RunningSums } from '@/lib/stats/running-sums';
import { PAIRS_MIN } from './enough-pairs';
import { openCallers } from './step-callers';
import { decideVerdict } from './verdict';

/**
 * Live steps: 1, 5, 25, 50 and 100 % of the traffic, where the plan registers them. The challenger's arm is compared with
 * a control arm of the same size (`bucketing`), no longer in pairs. The shadow has shown already that the challenger is
 * not worse; a step is there to see what a shadow cannot: real users, real tools. So a step goes on to the next unless
 * harm is proven, once its time is over, both arms have seen enough and every caller served in that time has an outcome or
 * had the registered hours for one. Knows no clock.
 */
export interface StepFacts {
  readonly control: RunningSums;
  readonly challenger: RunningSums;
  readonly callers: StepCallers;
  readonly elapsedHours: number;
  readonly health: readonly HealthFinding[];
  readonly guardrails: readonly GuardrailReading[];
}

export type StepDecision = {
  readonly move: 'revert' | 'hold' | 'advance';
  readonly reason: string;
  readonly verdict: Verdict;
};

type StepPlan = Pick<CanaryPlan, 'margin' | 'alpha' | 'pairsPlanned' | 'pairsMin' | 'stepHours'>;

/** Decision at this look of a step. */
export function decideStep(plan: StepPlan, facts: StepFacts): StepDecision {
  const verdict = armVerdict(plan, facts);
  const first = verdict.reasons[0]?.sentence ?? '';
  if (verdict.kind === 'fail' || verdict.kind === 'invalid')
    return { move: 'revert', reason: first, verdict };
  const hold = (reason: string): StepDecision => ({ move: 'hold', reason, verdict });
  if (facts.elapsedHours < plan.stepHours) return hold(stepTime(plan.stepHours));
  const fewest = Math.min(facts.control.n, facts.challenger.n);
  if (fewest < PAIRS_MIN)
    return hold(
      `The smaller arm has outcomes of ${fewest === 1 ? '1 caller' : `${fewest} callers`}, and it takes ${PAIRS_MIN}.`,
    );
  const open = openCallers(facts.callers);
  if (open > 0)
    return hold(
      `Held until ${open === 1 ? '1 caller has' : `${open} callers have`} sent an outcome or had the hours for one.`,
    );
  if (facts.health.some(({ state }) => state === 'quiet')) return hold('Held: no request has come lately.');
  const broken = facts.guardrails.find(({ state }) => state === 'broken');
  if (broken) return hold(broken.sentence);
  return { move: 'advance', reason: 'No harm is proven, and the step is over.', verdict };
}

const stepTime = (hours: number) => `Held until its ${hours === 1 ? 'hour is' : `${hours} hours are`} over.`;

/** Health and guardrails as in shadow; quality by two arms. A step proves harm or nothing, so it never passes. */
function armVerdict(plan: StepPlan, { control, challenger, health, guardrails }: StepFacts): Verdict {
  // Without pairs the rule of pairs finds nothing, so that health and guardrails decide alone.
  const none = { differences: { n: 0, sum: 0, sumSquares: 0 }, discordant: 0 };
  const others = decideVerdict(plan, { count: none, isEnd: false, health, guardrails });
  const bounds = armBounds(control, challenger, { alpha: plan.alpha, planned: plan.pairsPlanned });
  const isTrusted = Math.min(control.n, challenger.n) >= PAIRS_MIN;
  const isHarm = isTrusted && bounds.upper < -plan.margin;
  const harm: VerdictReason = {
    code: 'harmProven',
    sentence: `The challenger scores ${meanOf(challenger).toFixed(3)} and its control ${meanOf(control).toFixed(3)}: worse beyond the margin.`,
  };
  return {
    ...others,
    ...(isHarm && others.kind !== 'invalid' ? { kind: 'fail', reasons: [harm, ...others.reasons] } : {}),
    pairs: control.n + challenger.n,
    difference: bounds.mean,
    lower: isTrusted ? bounds.lower : null,
    upper: isTrusted ? bounds.upper : null,
  };
}
