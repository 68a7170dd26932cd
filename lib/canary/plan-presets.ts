import { PRESET_NAMES, type PresetName } from '@/lib/domain/canary-preset';
import type { FailureLevel } from '@/lib/domain/failure-level';
import { daysForPairs, pairsForPower, passPower, smallestMargin } from './power';
import { ALPHA, pairsFloor } from './registration';

/**
 * Three plans that a person may register as they are: each names its margin and brings as many pairs as a prompt that is
 * just as good needs to pass in four of five cases. The slot's traffic gives share and window; a plan that the traffic
 * cannot fill within `DAYS_MAX` decides nothing and is never suggested. Knows no slot and no rows.
 */
/** A shadow costs as much as the traffic that it doubles, so the patient plan doubles less of it. */
const PRESETS: Readonly<Record<PresetName, { readonly margin: number; readonly share: number }>> = {
  cautious: { margin: 0.01, share: 0.25 },
  standard: { margin: 0.02, share: 0.5 },
  fast: { margin: 0.05, share: 1 },
};

export interface PlanPreset {
  readonly name: PresetName;
  readonly margin: number;
  readonly share: number;
  readonly windowHours: number;
  readonly pairs: number;
  /** Null without traffic. */
  readonly days: number | null;
  /** Smallest loss that it rules out, and smallest gain that it shows, each in four of five cases. */
  readonly difference: number;
  /** Null without traffic. */
  readonly decides: boolean | null;
}

interface Expected {
  readonly discordance: number;
  /** Null where the traffic is unknown. */
  readonly requestsADay: number | null;
}

const POWER_WANTED = 0.8;
/** Beyond this time the share is raised first: a shadow harms no caller. */
const DAYS_COMFORTABLE = 14;
const DAYS_MAX = 90;
/** Window of a plan whose traffic is unknown; the plan ends earlier with its pairs. */
const DAYS_UNKNOWN = 28;

export function planPresets(failureLevel: FailureLevel, expected: Expected): readonly PlanPreset[] {
  return PRESET_NAMES.map((name) => presetOf(name, failureLevel, expected));
}

/** The standard plan where it decides, else the next faster one that does; null where none does. */
export function suggestedPreset(presets: readonly PlanPreset[]): PresetName | null {
  const from = presets.slice(PRESET_NAMES.indexOf('standard'));
  return from.find(({ decides }) => decides !== false)?.name ?? null;
}

function presetOf(
  name: PresetName,
  failureLevel: FailureLevel,
  { discordance, requestsADay }: Expected,
): PlanPreset {
  const { margin, share: leastShare } = PRESETS[name];
  const tuning = { margin, alpha: ALPHA };
  const equal = { discordance, truth: 0 };
  const pairs = Math.max(
    pairsForPower(tuning, equal, POWER_WANTED),
    pairsFloor(failureLevel, margin, discordance),
  );
  const difference = smallestMargin({ alpha: ALPHA, pairsPlanned: pairs }, discordance, POWER_WANTED);
  const known = { name, margin, pairs, difference };
  if (requestsADay === null)
    return { ...known, share: leastShare, windowHours: DAYS_UNKNOWN * 24, days: null, decides: null };
  const share = shareFor(pairs, requestsADay, leastShare);
  const days = Math.max(1, daysForPairs(pairs, requestsADay, share));
  const isSound = passPower({ ...tuning, pairsPlanned: pairs }, equal) >= POWER_WANTED - 0.01;
  const windowDays = Math.min(days, DAYS_MAX);
  return { ...known, share, windowHours: windowDays * 24, days, decides: isSound && days <= DAYS_MAX };
}

/** At least the plan's own share, and as much more as the comfortable time takes; whole percents. */
function shareFor(pairs: number, requestsADay: number, least: number): number {
  const wanted = Math.ceil((pairs / (requestsADay * DAYS_COMFORTABLE)) * 100 - 1e-9) / 100;
  return Math.min(1, Math.max(least, wanted));
}
