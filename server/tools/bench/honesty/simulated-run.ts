/**
 * Held-out measurements of a run whose truth is known. A share of the examples is answered by coin at every measurement;
 * of the others each has a difficulty of its own, and a prompt answers right those that are easier than its skill. The
 * best prompt so far is marked as the engine marks it. O(n k).
 */
import type { Rng } from '@/lib/random/seeded-rng';
import type { MeasuredPrompt } from '@/lib/report/claims/run-gain';

export interface SimulatedRun {
  /** Held-out examples. */
  readonly n: number;
  /** Share of the examples that is answered by coin. */
  readonly coins: number;
  /** True score of each measured prompt, the original one's first; shares of 1. */
  readonly scores: readonly number[];
}

export function simulatedRun({ n, coins, scores }: SimulatedRun, rng: Rng): readonly MeasuredPrompt[] {
  const exampleIds = Array.from({ length: n }, (_, at) => `ex_${String(at).padStart(5, '0')}`);
  let best = -1;
  return scores.map((score, place) => {
    // Half of the coins fall right, so the others have to bring what is left.
    const skill = (score - coins / 2) / (1 - coins);
    const answers = exampleIds.map((_, at) => {
      if (at < coins * n) return rng.nextFloat() < 0.5 ? 1 : 0;
      const difficulty = (at - coins * n + 0.5) / (n - coins * n);
      return difficulty < skill ? 1 : 0;
    });
    const mean = answers.reduce<number>((sum, answer) => sum + answer, 0) / n;
    const isBest = mean > best;
    best = Math.max(best, mean);
    return { exampleIds, scores: answers, candidateHash: `prompt-${place}`, best: isBest };
  });
}
