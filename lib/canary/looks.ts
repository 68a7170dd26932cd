import type { CanaryPlan, GuardrailReading, HealthFinding, Verdict } from '@/lib/domain/canary';
import type { CanaryProgress } from '@/lib/domain/canary-progress';
import { NO_PAIRS, withPair } from './pair-count';
import { decideVerdict, hasEnded } from './verdict';

/**
 * A canary on its way: pairs come in any portions, and every registered number of them is a look. The looks fall on the
 * same pairs whether these arrive one by one or by the thousand, so the verdict does not depend on how they were posted.
 * After a verdict other than `continue` nothing counts any more. Knows no clock: hours come in as a number.
 */
export const NOT_LOOKED: CanaryProgress = { count: NO_PAIRS, looks: 0, latest: null };

export interface Moment {
  readonly elapsedHours: number;
  readonly health: readonly HealthFinding[];
  readonly guardrails: readonly GuardrailReading[];
}

export function isDecided({ latest }: CanaryProgress): boolean {
  return latest !== null && latest.kind !== 'continue';
}

/** Counts the pairs in their order and looks where a look is due, and at the end. Cost: constant per pair. */
export function countPairs(
  plan: CanaryPlan,
  before: CanaryProgress,
  { differences, moment }: { readonly differences: readonly number[]; readonly moment: Moment },
): CanaryProgress {
  let progress = before;
  for (const difference of differences) {
    if (isDecided(progress)) return progress;
    const count = withPair(progress.count, difference);
    progress = { ...progress, count };
    if (count.differences.n % plan.lookEvery === 0) progress = look(plan, progress, moment);
  }
  return progress;
}

/** A look now, whatever the number of pairs: when the window closes, a guardrail breaks or a health check fails. */
export function look(plan: CanaryPlan, before: CanaryProgress, moment: Moment): CanaryProgress {
  if (isDecided(before)) return before;
  const pairs = before.count.differences.n;
  const isEnd = hasEnded(plan, { pairs, elapsedHours: moment.elapsedHours });
  const { health, guardrails } = moment;
  return {
    ...before,
    looks: before.looks + 1,
    latest: decideVerdict(plan, { count: before.count, isEnd, health, guardrails }),
  };
}

/** As `countPairs`, with every look that was taken on the way, oldest first. */
export function countWithLooks(
  plan: CanaryPlan,
  before: CanaryProgress,
  { differences, moment }: { readonly differences: readonly number[]; readonly moment: Moment },
): { readonly progress: CanaryProgress; readonly looks: readonly Looked[] } {
  const looks: Looked[] = [];
  let progress = before;
  for (let at = 0; at < differences.length && !isDecided(progress); ) {
    const untilLook = plan.lookEvery - (progress.count.differences.n % plan.lookEvery);
    const portion = differences.slice(at, at + untilLook);
    const after = countPairs(plan, progress, { differences: portion, moment });
    if (after.looks > progress.looks && after.latest !== null)
      looks.push({ look: after.looks, verdict: after.latest });
    at += portion.length;
    progress = after;
  }
  return { progress, looks };
}

export interface Looked {
  /** Counts from 1 within the stage. */
  readonly look: number;
  readonly verdict: Verdict;
}
