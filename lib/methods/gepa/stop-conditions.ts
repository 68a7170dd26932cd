import type { GepaSettings } from '@/lib/domain/method-settings';
import type { SearchLimit } from '@/lib/domain/run-end';

/**
 * When a search ends by itself. A condition looks at how far the search is and gives the limits that it passed or null; several
 * of them are one condition again. All are asked between iterations, so an iteration that has begun is finished, and a
 * limit can be overshot by what one iteration takes. The run's budget and stopping rules hold besides.
 */
export interface SearchProgress {
  /** Rollouts on train and selection together; answers from the cache are none. */
  readonly metricCalls: number;
  readonly iterationsWithoutImprovement: number;
  readonly candidates: number;
  /** Rewrites and merges that were begun, whatever came of them. */
  readonly proposals: number;
  /** Mean selection score of the best candidate. */
  readonly score: number;
}

/** The limits that were reached; null while the search goes on. */
export type StopCondition = (progress: SearchProgress) => readonly SearchLimit[] | null;

type Limits = GepaSettings['stop'];

/** In the order in which they are asked. */
const LIMITS: readonly (keyof Limits)[] = [
  'metricCalls',
  'iterationsWithoutImprovement',
  'candidates',
  'proposals',
  'score',
];

export function atLeast(name: keyof Limits, limit: number): StopCondition {
  return (progress) => (progress[name] >= limit ? [{ name, limit }] : null);
}

/** Stops at the first condition that says so. */
export function anyOf(conditions: readonly StopCondition[]): StopCondition {
  return (progress) =>
    conditions.map((condition) => condition(progress)).find((reason) => reason !== null) ?? null;
}

/** The settings of a run: any limit that is set. */
export function stopConditionOf(limits: Limits): StopCondition {
  return anyOf(
    LIMITS.flatMap((name) => {
      const limit = limits[name];
      return limit === null ? [] : [atLeast(name, limit)];
    }),
  );
}
