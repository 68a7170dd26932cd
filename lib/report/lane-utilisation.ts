/**
 * How much of the lanes that a run had were busy while it learned:
 *
 *     utilisation = sum of the delays of its calls / (lanes * learning time)
 *
 * over untainted iterations. Low means that the barrier, not the hardware, sets the pace, so that more runs fit beside
 * it. Measurements on held-out are left out on both sides, as they are in learning time.
 */
export interface IterationWork {
  readonly iteration: number;
  /** Rollouts and reflections, summed over their calls. */
  readonly mapMs: number;
  /** Level 1 of the scan. */
  readonly groupMs: number;
  /** Level 2: one call after all groups are in, so nothing else runs beside it. */
  readonly combineMs: number;
  /** Wall time of the whole iteration without measurement. */
  readonly learningMs: number;
  readonly tainted: boolean;
}

/** Null where nothing was measured. More than all lanes at once is a clock's rounding. */
export function laneUtilisation(iterations: readonly IterationWork[], lanes: number): number | null {
  const whole = iterations.filter(({ tainted }) => !tainted);
  const busyMs = whole.reduce((sum, { mapMs, groupMs, combineMs }) => sum + mapMs + groupMs + combineMs, 0);
  const learningMs = whole.reduce((sum, iteration) => sum + iteration.learningMs, 0);
  if (!(learningMs > 0 && lanes > 0)) return null;
  return Math.min(1, busyMs / (lanes * learningMs));
}
