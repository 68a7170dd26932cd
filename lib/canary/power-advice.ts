import type { CanaryPlan } from '@/lib/domain/canary';
import { daysForPairs, pairsForPower, passPower, smallestMargin } from './power';
import { type CanaryDraft, completeDraft } from './registration';

/**
 * What a draft can decide with the traffic there is, and three ways to a chance of 80 % that a prompt which is just as
 * good passes: shadow a larger share, wait longer, or accept a wider margin. Each way alone, so that a person can weigh
 * one against the others; a way that cannot lead there is left out. Knows no slot and no rows.
 */
export interface PowerWay {
  readonly change: 'share' | 'window' | 'margin';
  readonly share: number;
  readonly windowHours: number;
  readonly margin: number;
  readonly pairs: number;
  readonly days: number;
  /** Shown unchanged. */
  readonly sentence: string;
}

export interface PowerAdvice {
  readonly pairsPlanned: number;
  /** Pairs that the window collects at this share; null without traffic. */
  readonly pairsInWindow: number | null;
  readonly power: number;
  /** Null where no number of pairs is enough. */
  readonly pairsForPower: number | null;
  /** Days until the planned pairs are collected; null without traffic or above `DAYS_MAX`. */
  readonly days: number | null;
  readonly smallestMargin: number;
  readonly needsAcceptance: boolean;
  readonly ways: readonly PowerWay[];
}

interface Expected {
  readonly discordance: number;
  /** Null where the traffic is unknown. */
  readonly requestsADay: number | null;
}

const POWER_WANTED = 0.8;
/** Below it the plan needs an explicit yes (CAN-3). */
const POWER_MIN = 0.5;
/** Placeholder for a margin that is not set yet, so that the rest of the form can be shown. */
const MARGIN_SHOWN = 0.005;
const DAYS_MAX = 36_500;
const WINDOW_DAYS_MAX = 365;

export function advisePower(draft: CanaryDraft, expected: Expected): PowerAdvice {
  const { discordance, requestsADay } = expected;
  const { margin = MARGIN_SHOWN, ...rest } = completeDraft(draft, expected);
  const plan: CanaryPlan = { ...rest, margin };
  const pairsInWindow =
    requestsADay === null ? null : Math.floor((requestsADay * plan.share * plan.windowHours) / 24);
  // A window that brings fewer pairs than planned ends the canary with those.
  const reached = Math.max(1, Math.min(plan.pairsPlanned, pairsInWindow ?? plan.pairsPlanned));
  const equal = { discordance, truth: 0 };
  const power = passPower({ ...plan, pairsPlanned: reached }, equal);
  const needed = pairsForPower(plan, equal, POWER_WANTED);
  const marginFound = smallestMargin({ ...plan, pairsPlanned: reached }, discordance, POWER_WANTED);
  const pairsWanted = Number.isSafeInteger(needed) ? needed : null;
  const isKnown = requestsADay !== null && pairsWanted !== null;
  return {
    pairsPlanned: plan.pairsPlanned,
    pairsInWindow,
    power,
    pairsForPower: pairsWanted,
    days: daysOf(plan.pairsPlanned, requestsADay, plan.share),
    smallestMargin: marginFound,
    needsAcceptance: power < POWER_MIN,
    ways: isKnown ? waysTo(plan, { pairsWanted, requestsADay, reached, marginFound }) : [],
  };
}

function daysOf(pairs: number, requestsADay: number | null, share: number): number | null {
  const days = requestsADay === null ? null : daysForPairs(pairs, requestsADay, share);
  return days === null || days > DAYS_MAX ? null : Math.max(1, days);
}

interface Wanted {
  readonly pairsWanted: number;
  readonly requestsADay: number;
  /** Pairs that the current plan reaches. */
  readonly reached: number;
  readonly marginFound: number;
}

function waysTo(
  plan: CanaryPlan,
  { pairsWanted, requestsADay, reached, marginFound }: Wanted,
): readonly PowerWay[] {
  const { share, windowHours, margin } = plan;
  const windowDays = Math.max(1, Math.ceil(windowHours / 24));
  const days = daysOf(pairsWanted, requestsADay, share);
  const ways: PowerWay[] = [];
  const same = { share, windowHours, margin, pairs: pairsWanted, days: windowDays };
  const shareWanted = roundedUp(pairsWanted / (requestsADay * windowDays), 0.01);
  if (shareWanted > share && shareWanted <= 1) {
    const sentence = `Shadow ${percent(shareWanted)} of the traffic. Callers never see a shadow’s answers.`;
    ways.push({ ...same, change: 'share', share: shareWanted, sentence });
  }
  if (days !== null && days > windowDays && days <= WINDOW_DAYS_MAX) {
    const sentence = `Let it run for ${days} days.`;
    ways.push({ ...same, change: 'window', windowHours: days * 24, days, sentence });
  }
  const marginWanted = roundedUp(marginFound, 0.001);
  if (marginWanted > margin && marginWanted <= 0.5) {
    const sentence = `Accept up to ${points(marginWanted)} worse. The margin cannot be changed after the registration.`;
    ways.push({ ...same, change: 'margin', margin: marginWanted, pairs: reached, sentence });
  }
  return ways;
}

/** A number that is a step already stays, whatever the last bit says. */
function roundedUp(value: number, step: number): number {
  return Number((Math.ceil(value / step - 1e-9) * step).toFixed(6));
}

function points(share: number): string {
  const amount = Number((share * 100).toFixed(2));
  return `${amount} ${amount === 1 ? 'point' : 'points'}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
