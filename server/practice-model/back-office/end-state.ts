/**
 * What was changed in a world, as totals under keys such as `refund A-20417`. Two worlds with the same end state were
 * left in the same condition, in whatever order and in however many steps.
 */
export type EndState = ReadonlyMap<string, string | number>;

export interface EndStateScore {
  /** 0..1 */
  readonly score: number;
  /** Required changes that are not there, or with another value. */
  readonly missing: readonly string[];
  /** Changes that the task did not call for. */
  readonly sideEffects: readonly string[];
}

/**
 * Partial credit: the share of the required changes that are there exactly, less one of them for each change that was
 * not asked for, and never below 0.
 */
export function scoreEndState(actual: EndState, expected: EndState): EndStateScore {
  const missing = [...expected].filter(([key, value]) => actual.get(key) !== value).map(shown);
  const sideEffects = [...actual].filter(([key]) => !expected.has(key)).map(shown);
  const met = expected.size - missing.length;
  const score = expected.size === 0 ? 0 : Math.max(0, met - sideEffects.length) / expected.size;
  return { score, missing, sideEffects };
}

const shown = ([key, value]: readonly [string, string | number]): string => `${key}: ${value}`;
