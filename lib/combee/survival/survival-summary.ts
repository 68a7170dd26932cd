import type { FollowedIteration } from '@/lib/domain/survival-facts';

/** Survival of followed insights over time: where each is now, and how long insights stay. Reads no text. */

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
  // Each life counts for the ages 0 to `oldest`, and as there for those below `livedFor`: summed up from the last age.
  const ends = Array.from({ length: ages + 1 }, () => ({ n: 0, stillThere: 0 }));
  for (const { oldest, livedFor } of lives) {
    const there = ends[Math.min(oldest, livedFor - 1)];
    const whole = ends[oldest];
    if (whole) whole.n += 1;
    if (there) there.stillThere += 1;
  }
  for (let age = ages - 1; age >= 0; age -= 1) {
    const [own, later] = [ends[age], ends[age + 1]];
    if (own && later)
      Object.assign(own, { n: own.n + later.n, stillThere: own.stillThere + later.stillThere });
  }
  return ends.slice(0, ages).map((one, age) => ({ age, ...one }));
}
