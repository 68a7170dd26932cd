import { readTaskId } from './task-id';

/**
 * The two figures of the benchmark. Task goal completion is the share of tasks with success; scenario goal completion
 * is the share of scenarios whose tasks all succeed. Both in per cent with one decimal, rounded as published.
 */
export interface TaskResult {
  readonly taskId: string;
  /** Null = missing: the world was lost or its evaluation could not be read. */
  readonly success: boolean | null;
  readonly difficulty: number | null;
}

export interface GoalCompletion {
  /** Null = nothing was measured. */
  readonly percent: number | null;
  readonly measured: number;
  readonly missing: number;
  /** Per cent if all missing ones had failed, and if all had succeeded. */
  readonly bounds: readonly [number, number] | null;
}

export interface AppWorldMetrics {
  readonly tasks: GoalCompletion;
  readonly scenarios: GoalCompletion;
}

export function metricsOf(results: readonly TaskResult[]): AppWorldMetrics {
  const scenarios = new Map<string, (boolean | null)[]>();
  for (const { taskId, success } of results) {
    const scenario = readTaskId(taskId)?.scenarioId ?? taskId;
    scenarios.set(scenario, [...(scenarios.get(scenario) ?? []), success]);
  }
  return {
    tasks: completionOf(results.map(({ success }) => success)),
    scenarios: completionOf([...scenarios.values()].map(wholeScenario)),
  };
}

/** Keys are difficulties in their order; tasks without one are left out. */
export function metricsByDifficulty(results: readonly TaskResult[]): ReadonlyMap<number, AppWorldMetrics> {
  const levels = [...new Set(results.flatMap(({ difficulty }) => difficulty ?? []))].sort((a, b) => a - b);
  return new Map(
    levels.map((level) => [level, metricsOf(results.filter(({ difficulty }) => difficulty === level))]),
  );
}

/** One failed task decides, whatever is missing. */
function wholeScenario(successes: readonly (boolean | null)[]): boolean | null {
  if (successes.includes(false)) return false;
  return successes.includes(null) ? null : true;
}

function completionOf(successes: readonly (boolean | null)[]): GoalCompletion {
  const succeeded = successes.filter((success) => success === true).length;
  const missing = successes.filter((success) => success === null).length;
  const measured = successes.length - missing;
  return {
    percent: measured === 0 ? null : percentOf(succeeded, measured),
    measured,
    missing,
    bounds:
      successes.length === 0
        ? null
        : [percentOf(succeeded, successes.length), percentOf(succeeded + missing, successes.length)],
  };
}

/** Twice rounded, first the share and then the per cent, so that figures equal published ones to the digit. */
const percentOf = (part: number, whole: number): number =>
  roundHalfEven(100 * roundHalfEven(part / whole, 4), 1);

const TAIL = 30;

/** For numbers of at least 0: of two equally near values the even one, judged on the exact binary value. */
function roundHalfEven(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits));
  const exact = value.toFixed(digits + TAIL);
  if (!/^50*$/.test(exact.slice(-TAIL))) return rounded;
  const below = exact.slice(0, -TAIL);
  return /[02468]\.?$/.test(below) ? Number(below) : rounded;
}
