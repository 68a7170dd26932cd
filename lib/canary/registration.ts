import type { CanaryPlan } from '@/lib/domain/canary';
import { LIVE_STEP_SHARES } from '@/lib/domain/canary';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { FailureLevel } from '@/lib/domain/failure-level';
import type { FieldFault } from '@/lib/errors/app-error';
import { canaryPolicyOf } from '@/lib/policy/canary-policy';
import { EPSILON_SAID, PLAN_FITS, POWER_ACCEPTED } from '@/lib/policy/rules/canary';
import { refusal } from '@/lib/policy/rules/rule';
import { pairsForMargin } from '@/lib/stats/paired-power';
import { PAIRS_MIN } from './enough-pairs';
import { passPower } from './power';

/**
 * Registration: the plan of a canary is completed from what a regression costs, checked, and sealed by its hash
 * before the first pair. Afterwards epsilon is fixed: the hash of the row is compared, and a change is a new
 * canary. Chosen values may be stricter than the failure cost asks, never laxer. Knows no slot, no row and no clock.
 */
export type CanaryDraft = Partial<CanaryPlan> & { readonly failureLevel: FailureLevel };

/** Expected traffic, for the check of power. */
export interface Expected {
  /** Share of pairs in which exactly one side is right. */
  readonly discordance: number;
}

/** Default number of pairs for which the sequence is tuned. */
const PAIRS_PLANNED = 6000;
/** One-sided. */
export const ALPHA = 0.05;
const FIXED = {
  lookEvery: 100,
  alpha: ALPHA,
  stepHours: 24,
  watchHours: 168,
  outcomeWindowHours: 24,
} as const;
/** A plan that passes an equal prompt less often than this needs an explicit yes. */
const POWER_MIN = 0.5;

/** Fills in every member that was not chosen from the failure cost. The margin is never filled in. */
export function completeDraft(
  draft: CanaryDraft,
  { discordance }: Expected,
): Partial<CanaryPlan> & Omit<CanaryPlan, 'margin'> {
  const policy = canaryPolicyOf(draft.failureLevel);
  // A field that a form left empty is undefined and must not overwrite its default.
  const said = Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined),
  ) as CanaryDraft;
  const pairsMin = draft.pairsMin ?? pairsFloor(draft.failureLevel, draft.margin, discordance);
  const pairsPlanned = draft.pairsPlanned ?? Math.max(pairsMin, PAIRS_PLANNED);
  return {
    mode: 'shadow',
    share: policy.shadowShare,
    windowHours: policy.shadowHours,
    guardrails: [],
    approvers: policy.approvers,
    liveSteps: policy.liveSteps.length === 0 ? [] : LIVE_STEP_SHARES,
    acceptsLowPower: false,
    ...FIXED,
    ...said,
    pairsMin,
    pairsPlanned,
  };
}

/** @throws AppError EPSILON_MISSING, INPUT_INVALID with every fault by field, CANARY_UNDERPOWERED */
export function registerCanary(draft: CanaryDraft, expected: Expected): { plan: CanaryPlan; hash: string } {
  const { margin, ...rest } = completeDraft(draft, expected);
  if (margin === undefined) throw refusal(EPSILON_SAID, { fields: [fault('margin', 'Say the margin.')] });
  const plan: CanaryPlan = { ...rest, margin };
  const faults = planFaults(plan, expected);
  if (faults.length > 0) throw refusal(PLAN_FITS, { fields: faults });
  const power = passPower(plan, { discordance: expected.discordance, truth: 0 });
  if (power < POWER_MIN && !plan.acceptsLowPower) {
    throw refusal(POWER_ACCEPTED, {
      found: `A prompt that is just as good would pass in ${Math.round(power * 100)} % of the cases.`,
      fields: [fault('acceptsLowPower', 'Accept it, or change the plan.')],
      context: { power },
    });
  }
  return { plan, hash: planHash(plan) };
}

/** Seals every member; the same plan has the same hash whatever the order of its keys. */
export function planHash(plan: CanaryPlan): string {
  return canonicalHash(plan);
}

/** All faults at once, so that a person corrects a form in one pass. */
export function planFaults(plan: CanaryPlan, { discordance }: Expected): readonly FieldFault[] {
  const policy = canaryPolicyOf(plan.failureLevel);
  const floor = pairsFloor(plan.failureLevel, plan.margin, discordance);
  const whole = (n: number, low: number) => Number.isInteger(n) && n >= low;
  const checks: readonly (readonly [holds: boolean, path: keyof CanaryPlan, message: string])[] = [
    [plan.margin > 0 && plan.margin <= 0.5, 'margin', 'More than 0 and at most 50 points (0.5 in the API).'],
    [plan.share > 0 && plan.share <= 1, 'share', 'More than 0 and at most 1.'],
    [
      whole(plan.windowHours, 24) && plan.windowHours % 24 === 0,
      'windowHours',
      'Whole days, so that no hour of the day counts twice.',
    ],
    [whole(plan.pairsMin, floor), 'pairsMin', `At least ${floor} at this failure cost and margin.`],
    [whole(plan.pairsPlanned, plan.pairsMin), 'pairsPlanned', 'At least the minimum of pairs.'],
    [whole(plan.lookEvery, 1), 'lookEvery', 'At least 1 pair.'],
    [plan.alpha > 0 && plan.alpha <= FIXED.alpha, 'alpha', `More than 0 and at most ${FIXED.alpha}.`],
    [
      whole(plan.approvers, policy.approvers),
      'approvers',
      `At least ${policy.approvers} at this failure cost.`,
    ],
    [whole(plan.stepHours, 1), 'stepHours', 'At least 1 hour.'],
    [whole(plan.watchHours, 1), 'watchHours', 'At least 1 hour.'],
    [whole(plan.outcomeWindowHours, 0), 'outcomeWindowHours', 'Hours, or 0 for outcomes that come at once.'],
    [isLadder(plan.liveSteps), 'liveSteps', 'Rising shares out of 1, 5, 25, 50 and 100 %.'],
    [
      policy.liveSteps.every((share) => plan.liveSteps.includes(share)),
      'liveSteps',
      'At this failure cost 1, 5 and 25 % of the live traffic come first.',
    ],
    [
      plan.addedTokensMax == null || whole(plan.addedTokensMax, 0),
      'addedTokensMax',
      'A whole number of tokens, 0 or more.',
    ],
    [
      plan.guardrails.every(({ margin }) => Number.isFinite(margin) && margin > 0),
      'guardrails',
      'Each guardrail needs a margin above 0.',
    ],
    [
      new Set(plan.guardrails.map(({ name }) => name)).size === plan.guardrails.length,
      'guardrails',
      'Each guardrail needs a name of its own.',
    ],
  ];
  return checks.flatMap(([holds, path, message]) => (holds ? [] : [fault(path, message)]));
}

/** Where a failure is dear, as many pairs as one look would take to tell the margin from noise. */
export function pairsFloor(level: FailureLevel, margin: number | undefined, discordance: number): number {
  if (level === 'low' || margin === undefined || !(margin > 0)) return PAIRS_MIN;
  return Math.max(PAIRS_MIN, pairsForMargin(margin, discordance));
}

/** Steps rise, and each is one of the five. */
function isLadder(steps: readonly number[]): boolean {
  return steps.every(
    (share, index) =>
      (LIVE_STEP_SHARES as readonly number[]).includes(share) && share > (steps[index - 1] ?? 0),
  );
}

function fault(path: keyof CanaryPlan, message: string): FieldFault {
  return { path, message };
}
