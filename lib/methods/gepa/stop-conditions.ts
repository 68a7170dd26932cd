import type { GepaSettings } from '@/lib/domain/method-settings';

/**
 * When a search ends by itself. A condition looks at how far the search is and gives a reason to stop or null; several
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

export type StopCondition = (progress: SearchProgress) => string | null;

type Limits = GepaSettings['stop'];

const WORDS: Readonly<Record<keyof Limits, (limit: number) => string>> = {
  metricCalls: (limit) => `It made the ${limit} metric calls that it was given.`,
  iterationsWithoutImprovement: (limit) => `The best candidate stayed the same for ${limit} iterations.`,
  candidates: (limit) => `The pool holds the ${limit} candidates that it may hold.`,
  proposals: (limit) => `It made the ${limit} proposals that it was given.`,
  score: (limit) => `The best candidate reached ${limit} on the selection split.`,
};

export function atLeast(name: keyof Limits, limit: number): StopCondition {
  return (progress) => (progress[name] >= limit ? WORDS[name](limit) : null);
}

/** Stops at the first condition that says so. */
export function anyOf(conditions: readonly StopCondition[]): StopCondition {
  return (progress) =>
    conditions.map((condition) => condition(progress)).find((reason) => reason !== null) ?? null;
}

/** Stops only when every condition says so; none at all never stops. */
export function allOf(conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    const reasons = conditions.map((condition) => condition(progress));
    return reasons.length === 0 || reasons.includes(null) ? null : reasons.join(' ');
  };
}

/** The settings of a run: any limit that is set. */
export function stopConditionOf(limits: Limits): StopCondition {
  const names = Object.keys(WORDS) as (keyof Limits)[];
  return anyOf(
    names.flatMap((name) => {
      const limit = limits[name];
      return limit === null ? [] : [atLeast(name, limit)];
    }),
  );
}
