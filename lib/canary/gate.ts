import type { CanaryFacts } from '@/lib/domain/canary-state';
import { isGainShown, isShown } from '@/lib/domain/claim-answer';
import { addedTokens } from '@/lib/domain/prompt-weight';
import { countWords } from '@/lib/domain/scored-count';
import { CANARY_LEFT_OUT } from '@/lib/policy/rules/anti-patterns';
import {
  APPROVAL_OF_HASH,
  APPROVERS_ENOUGH,
  CANARY_PASSED,
  CANARY_STEP_IN_ORDER,
  GAIN_CONFIRMED,
  HELD_OUT_REACHED,
  NOT_ROLLED_BACK,
  WEIGHT_WITHIN_LIMIT,
} from '@/lib/policy/rules/canary';
import type { Rule } from '@/lib/policy/rules/rule';

/**
 * The gate before production: promote or refuse, with the rule that refuses. The strategist's conditions are here
 * together: held-out shows the target, the confirmation examples show the gain, the canary passed and the
 * approvals that the plan asks for are given.
 * There is no way around it for any role. Knows no flag; `canary-moves` asks it before anything goes live.
 */
export type Gate =
  | { readonly decision: 'promote' }
  | { readonly decision: 'refuse'; readonly rule: Rule; readonly found?: string };

export function decideGate(facts: CanaryFacts): Gate {
  const rule = ruleOfState(facts);
  if (rule !== null) return { decision: 'refuse', rule };
  const { heldOut, plan, evidenceHash } = facts;
  if (!isShown(heldOut)) return { decision: 'refuse', rule: HELD_OUT_REACHED, found: heldOutFound(heldOut) };
  if (!isConfirmed(facts)) {
    return { decision: 'refuse', rule: GAIN_CONFIRMED, found: confirmationFound(facts) };
  }
  if (isTooHeavy(facts)) return { decision: 'refuse', rule: WEIGHT_WITHIN_LIMIT, found: weightFound(facts) };
  if (facts.isHeld)
    return { decision: 'refuse', rule: APPROVAL_OF_HASH, found: 'Changes were asked for and not made.' };
  const missing = Math.max(1, plan?.approvers ?? 1) - approvalsOf(facts).length;
  if (missing > 0 || evidenceHash === null)
    return { decision: 'refuse', rule: APPROVERS_ENOUGH, found: `${missing} more to go.` };
  return { decision: 'promote' };
}

function heldOutFound(heldOut: CanaryFacts['heldOut']): string {
  if (heldOut === null) return 'Nothing was measured on it.';
  const { measure, shown, asked, n } = heldOut;
  const unit = measure === 'gain' ? 'points of gain' : '%';
  const least = shown === null ? 'No interval' : `At least ${percent(shown)} ${unit}`;
  return `${least} (n = ${n}), ${percent(asked)} asked for.`;
}

/** Where the split has examples that had no part in choosing, they have to show the gain. */
export function isConfirmed({ confirmation }: Pick<CanaryFacts, 'confirmation'>): boolean {
  return confirmation === null || isGainShown(confirmation.gain);
}

function confirmationFound({ confirmation }: Pick<CanaryFacts, 'confirmation'>): string {
  const gain = confirmation?.gain ?? null;
  if (gain === null) return `${confirmation?.examples ?? 0} confirmation examples are sealed.`;
  const least = gain.lower === null ? 'no interval' : `at least ${percent(gain.lower)}`;
  return `They show ${percent(gain.mean)} points (${least}, ${countWords(gain)}).`;
}

/** Only above a limit that people registered: a heavier prompt may well be worth its tokens. */
function isTooHeavy({ plan, weight }: Pick<CanaryFacts, 'plan' | 'weight'>): boolean {
  const most = plan?.addedTokensMax ?? null;
  return most !== null && addedTokens(weight) > most;
}

function weightFound({ plan, weight }: Pick<CanaryFacts, 'plan' | 'weight'>): string {
  const [added, most] = [addedTokens(weight), plan?.addedTokensMax ?? 0].map((n) => n.toLocaleString('en'));
  return `It adds ${added} tokens to each call, and at most ${most} are allowed.`;
}

const percent = (share: number) => (share * 100).toFixed(1);

/** People who approved the current evidence, each person once. */
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
