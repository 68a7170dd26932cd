import { PythonIntSet } from '@/lib/random/python-int-set';
import type { Draws } from './draws';

/**
 * The few selection examples that a merge is tried on first: as far as there are any, a third where the one parent is
 * better, a third where the other is, a third where they are level.
 */
export const MERGE_EXAMPLES = 5;
/** Examples that both parents must have been measured on. */
export const SHARED_EXAMPLES_MIN = 5;

type Scores = ReadonlyMap<number, number>;

export function mergeExamples(first: Scores, second: Scores, draws: Draws): readonly number[] {
  const common = sharedExamples(first, second);
  const gap = (example: number) => (first.get(example) ?? 0) - (second.get(example) ?? 0);
  const thirds = [
    common.filter((example) => gap(example) > 0),
    common.filter((example) => gap(example) < 0),
    common.filter((example) => gap(example) === 0),
  ];
  const third = Math.ceil(MERGE_EXAMPLES / thirds.length);
  const chosen: number[] = [];
  for (const some of thirds) {
    const count = Math.min(some.length, third, MERGE_EXAMPLES - chosen.length);
    if (count > 0) chosen.push(...draws.sample(some, count));
  }
  const missing = MERGE_EXAMPLES - chosen.length;
  const unused = common.filter((example) => !chosen.includes(example));
  if (missing > 0 && unused.length >= missing) return [...chosen, ...draws.sample(unused, missing)];
  if (missing === 0 || common.length === 0) return chosen;
  // Too few to fill up with: some are asked twice.
  return [
    ...chosen,
    ...draws.choices(
      common,
      common.map(() => 1),
      missing,
    ),
  ];
}

export function sharedExamples(first: Scores, second: Scores): readonly number[] {
  return [...new PythonIntSet(first.keys()).intersection(new PythonIntSet(second.keys()))];
}
