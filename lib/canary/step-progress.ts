import type { Verdict } from '@/lib/domain/canary';
import { NOTHING_SUMMED, type RunningSums, withNumber } from '@/lib/stats/running-sums';

/** A live step on its way: what either arm scored so far. A failed answer scores 0. Knows no rows and no clock. */
export interface StepProgress {
  readonly control: RunningSums;
  readonly challenger: RunningSums;
  readonly looks: number;
  /** The last look; null before the first. */
  readonly latest: Verdict | null;
}

export const NO_STEP: StepProgress = {
  control: NOTHING_SUMMED,
  challenger: NOTHING_SUMMED,
  looks: 0,
  latest: null,
};

export interface ArmScore {
  readonly variant: 'challenger' | 'control';
  /** Null = failed. */
  readonly score: number | null;
}

export function withArmScores(before: StepProgress, scores: readonly ArmScore[]): StepProgress {
  let progress = before;
  for (const { variant, score } of scores)
    progress = { ...progress, [variant]: withNumber(progress[variant], score ?? 0) };
  return progress;
}
