/**
 * Arms that were measured on the same examples, each by one seed or several: the score of each with both of its sources
 * of variation, and the difference of any two with intervals that hold together. Knows nothing of what an arm is.
 */
import type { Measurement } from '@/lib/domain/score';
import { allPairs, type PairDifference } from '@/lib/stats/all-pairs';
import { armLevel } from '@/lib/stats/arm-level';
import { type ArmScores, armScores } from '@/lib/stats/arm-scores';
import type { ScoredExamples } from '@/lib/stats/scored-examples';
import { type TrainingVariance, trainingVariances } from '@/lib/stats/training-variance';

export interface SeededArm {
  readonly seeds: readonly ScoredExamples[];
  /** False where all seeds measured one prompt. */
  readonly isTrained: boolean;
  /** Prompts that each seed's was chosen from by these very scores; left out = 1, none was chosen. */
  readonly choices?: number;
}

/** `n` counts the examples that every seed has a score of. */
export interface ArmScore extends Measurement {
  /** Examples that a seed has no score of: left out of the mean. */
  readonly missing: number;
  /** Whether the interval includes the randomness of training. One seed alone does not tell of it. */
  readonly includesTraining: boolean;
}

export interface ComparedArms {
  readonly scores: readonly ArmScore[];
  /** How much better the arm at place `b` is than the one at `a`, held together with all other pairs. */
  readonly between: (a: number, b: number) => PairDifference;
  /** How much better the arm at place `a` is than the prompts that its seeds began with: one comparison. */
  readonly gainOver: (originals: readonly ScoredExamples[], a: number) => PairDifference;
}

export function compareSeededArms(arms: readonly SeededArm[]): ComparedArms {
  const means = arms.map(({ seeds }) => armScores(seeds));
  const training = trainingVariances(
    means.map((arm, at) => ({ ...arm, isTrained: arms[at]?.isTrained ?? true })),
  );
  const trained = means.map((scores, at) => ({
    scores,
    training: training[at] ?? null,
    choices: arms[at]?.choices ?? 1,
  }));
  const { between } = allPairs(trained);
  const gainOver = (originals: readonly ScoredExamples[], a: number) =>
    allPairs([
      { scores: armScores(originals), training: null },
      trained[a] ?? { scores: armScores([]), training: null },
    ]).between(0, 1);
  return { scores: trained.map(scoreOf), between, gainOver };
}

function scoreOf({ scores, training }: { scores: ArmScores; training: TrainingVariance | null }): ArmScore {
  return { ...armLevel(scores, training), missing: scores.missing, includesTraining: training !== null };
}
