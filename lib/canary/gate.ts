import type { CanaryFacts } from '@/lib/domain/canary-state';
import { CANARY_LEFT_OUT } from '@/lib/policy/rules/anti-patterns';
import {
  APPROVAL_OF_HASH,
  APPROVERS_ENOUGH,
  CANARY_PASSED,
  CANARY_STEP_IN_ORDER,
  HELD_OUT_REACHED,
  NOT_ROLLED_BACK,
} from '@/lib/policy/rules/canary';
import type { Rule } from '@/lib/policy/rules/rule';

/**
 * The gate before production: promote or refuse, with the rule that refuses. Both of the strategist's conditions stand
 * here together, held-out at its target and a canary that passed, with the approvals that the plan asks for.
 * There is no way around it for any role. Knows no flag; `canary-moves` asks it before anything goes live.
 */
export type Gate =
  | { readonly decision: 'promote' }
  | { readonly decision: 'refuse'; readonly rule: Rule; readonly found?: string };

export function decideGate(facts: CanaryFacts): Gate {
  const rule = ruleOfState(facts);
  if (rule !== null) return { decision: 'refuse', rule };
  const { heldOut, plan, evidenceHash } = facts;
  if (heldOut === null || heldOut.score < heldOut.target) {
    const found =
      heldOut === null ? 'Nothing was measured on it.' : `It has ${heldOut.score} of ${heldOut.target}.`;
    return { decision: 'refuse', rule: HELD_OUT_REACHED, found };
  }
  if (facts.isHeld)
    return { decision: 'refuse', rule: APPROVAL_OF_HASH, found: 'Changes were asked for and not made.' };
  const missing = Math.max(1, plan?.approvers ?? 1) - approvalsOf(facts).length;
  if (missing > 0 || evidenceHash === null)
    return { decision: 'refuse', rule: APPROVERS_ENOUGH, found: `${missing} more to go.` };
  return { decision: 'promote' };
}

/** Those that bind the evidence as it is now, each person once. */
export function approvalsOf({ approvals, evidenceHash }: CanaryFacts): readonly string[] {
  return [...new Set(approvals.filter(({ hash }) => hash === evidenceHash).map(({ userId }) => userId))];
}

/** Why a canary in this state cannot go live; null where it waits for exactly that. */
function ruleOfState({ state }: CanaryFacts): Rule | null {
  switch (state) {
    case 'approval':
      return null;
    case 'drafted':
    case 'registered':
    case 'shadow':
      return CANARY_LEFT_OUT;
    case 'failed':
    case 'inconclusive':
    case 'invalid':
      return CANARY_PASSED;
    case 'reverted':
      return NOT_ROLLED_BACK;
    default:
      return CANARY_STEP_IN_ORDER;
  }
}
