import type { FollowedIteration } from '@/lib/domain/survival-facts';

/** What becomes of followed insights with time: where each is now, and how long insights stay. Reads no text. */

/** The iteration in which each insight left the prompt, where it is gone now; ids of those that came in late. */
export interface InsightsNow {
  readonly removedAt: ReadonlyMap<string, number>;
  readonly returnedAt: ReadonlyMap<string, number>;
}

export function insightsNow(iterations: readonly FollowedIteration[]): InsightsNow {
  const removedAt = new Map<string, number>();
  const returnedAt = new Map<string, number>();
  for (const { iteration, left, returned } of iterations) {
    for (const id of left) {
      removedAt.set(id, iteration);
      returnedAt.delete(id);
    }
    for (const id of returned) {
      returnedAt.set(id, iteration);
      removedAt.delete(id);
    }
  }
  return { removedAt, returnedAt };
}

/** Insights of an iteration's own that the prompt says now. */
export function inPromptNow({ insights }: FollowedIteration, now: InsightsNow): number {
  return insights.filter(({ id, place, carried, known }) => {
    if (carried || known) return false;
    return (place === 'prompt' && !now.removedAt.has(id)) || now.returnedAt.has(id);
  }).length;
}

export interface AgedInsights {
  /** Iterations since the insight came into the prompt. */
  readonly age: number;
  /** Insights that are at least that old. */
  readonly n: number;
  readonly stillThere: number;
}

/** Ages 0, 1, 2 … as far as the run goes; an insight counts from the iteration in which the prompt first said it. */
export function survivalByAge(iterations: readonly FollowedIteration[]): readonly AgedInsights[] {
  const last = iterations.at(-1)?.iteration ?? 0;
  const { removedAt } = insightsNow(iterations);
  const lives = iterations.flatMap(({ iteration, insights }) =>
    insights
      .filter(({ place, carried, known }) => place === 'prompt' && !carried && !known)
      .map(({ id }) => ({ oldest: last - iteration, livedFor: (removedAt.get(id) ?? last + 1) - iteration })),
  );
  const ages = Math.max(-1, ...lives.map(({ oldest }) => oldest)) + 1;
  return Array.from({ length: ages }, (_, age) => {
    const old = lives.filter(({ oldest }) => oldest >= age);
    return { age, n: old.length, stillThere: old.filter(({ livedFor }) => livedFor > age).length };
  });
}
