/**
 * What a regression costs decides how a new prompt is tried in production:
 *
 *     low      a shadow of 5 % of the traffic for 24 hours
 *     medium   the same, and as many pairs as the margin needs to be told from noise
 *     high     the same, then 1 %, 5 % and 25 % of the live traffic, and two people who approve
 *
 * The table is fixed before any data: nothing here reads a result. Knows nothing of slots or of time.
 */

import type { FailureLevel } from '@/lib/domain/failure-level';
import type { IntakeSettings } from '@/lib/domain/intake';
import { DISCORDANCE_ASSUMED, pairsForMargin } from '@/lib/stats/paired-power';

export interface CanaryPolicy {
  readonly failureLevel: FailureLevel;
  /** Share of the traffic that the shadow sees. */
  readonly shadowShare: number;
  readonly shadowHours: number;
  /** How much worse than the incumbent still passes, as a share of 1. */
  readonly margin: number;
  /** Pairs before any verdict; null = as many as the window brings. */
  readonly pairsMin: number | null;
  /** Shares of the live traffic, one after the other; empty = straight from the shadow to the gate. */
  readonly liveSteps: readonly number[];
  readonly approvers: number;
}

export const CANARY_DEFAULTS = { shadowShare: 0.05, shadowHours: 24, margin: 0.005 } as const;
const LIVE_STEPS = [0.01, 0.05, 0.25] as const;

type Chosen = Pick<IntakeSettings, 'canaryShare' | 'canaryHours' | 'canaryMargin'>;

export function canaryPolicyOf(failureLevel: FailureLevel, chosen: Chosen = {}): CanaryPolicy {
  const margin = chosen.canaryMargin ?? CANARY_DEFAULTS.margin;
  const isHigh = failureLevel === 'high';
  return {
    failureLevel,
    shadowShare: chosen.canaryShare ?? CANARY_DEFAULTS.shadowShare,
    shadowHours: chosen.canaryHours ?? CANARY_DEFAULTS.shadowHours,
    margin,
    pairsMin: failureLevel === 'low' ? null : pairsForMargin(margin, DISCORDANCE_ASSUMED),
    liveSteps: isHigh ? LIVE_STEPS : [],
    approvers: isHigh ? 2 : 1,
  };
}

/** One sentence for a person who has just chosen the level. */
export function canarySentence(policy: CanaryPolicy): string {
  const shadow = `${percent(policy.shadowShare)} shadow traffic for ${policy.shadowHours} h, at most ${points(policy.margin)} worse than the incumbent`;
  const pairs = policy.pairsMin === null ? '' : `, at least ${policy.pairsMin.toLocaleString('en-US')} pairs`;
  const live =
    policy.liveSteps.length === 0
      ? ''
      : `, then ${policy.liveSteps.map(percent).join(', ')} of the live traffic`;
  const people = policy.approvers === 1 ? 'one person approves' : `${policy.approvers} people approve`;
  return `Canary: ${shadow}${pairs}${live}; ${people}.`;
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;
function points(share: number): string {
  const amount = Number((share * 100).toFixed(2));
  return `${amount} ${amount === 1 ? 'point' : 'points'}`;
}
