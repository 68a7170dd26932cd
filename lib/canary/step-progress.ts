import type { Verdict } from '@/lib/domain/canary';
import { NOTHING_SUMMED, type RunningSums, withNumber } from '@/lib/stats/running-sums';

/**
 * A live step on its way: what either arm scored, failed and cost so far. A failed answer scores 0. Knows no rows and no
 * clock. Cost: a few additions an outcome.
 */
export interface StepProgress {
  readonly control: RunningSums;
  readonly challenger: RunningSums;
  /** For the guardrails; a step that began before they were counted lacks them. */
  readonly failures?: ArmSums;
  readonly costs?: ArmSums;
  readonly looks: number;
  /** The last look; null before the first. */
  readonly latest: Verdict | null;
}

export interface ArmSums {
  readonly control: RunningSums;
  readonly challenger: RunningSums;
}

export const NO_ARMS: ArmSums = { control: NOTHING_SUMMED, challenger: NOTHING_SUMMED };

export const NO_STEP: StepProgress = { ...NO_ARMS, looks: 0, latest: null };

export interface ArmScore {
  readonly variant: 'challenger' | 'control';
  /** Null = failed. */
  readonly score: number | null;
  readonly failure: string | null;
  /** Null = not measured. */
  readonly costUsd: number | null;
}

export function withArmScores(before: StepProgress, scores: readonly ArmScore[]): StepProgress {
  let { failures = NO_ARMS, costs = NO_ARMS, ...progress } = before;
  for (const { variant, score, failure, costUsd } of scores) {
    progress = { ...progress, [variant]: withNumber(progress[variant], score ?? 0) };
    failures = { ...failures, [variant]: withNumber(failures[variant], Number(failure !== null)) };
    if (costUsd !== null) costs = { ...costs, [variant]: withNumber(costs[variant], costUsd) };
  }
  return { ...progress, failures, costs };
}
