/**
 * Starting centres for a clustering (k-means++, Arthur and Vassilvitskii 2007): the first is drawn evenly, each further
 * one with a probability proportional to D(x)^2, the squared distance of x to the nearest centre drawn so far. Centres
 * so drawn lie apart, and the expected cost is within O(log k) of the best.
 *
 * Knows points by their index only; what a distance is, the caller says. Cost: k n distances, k draws.
 */
export interface StartingCentresInput {
  readonly points: number;
  readonly k: number;
  /** D(x)^2: already squared. */
  readonly squaredDistance: (a: number, b: number) => number;
  /** Uniform in [0, 1). */
  readonly nextFloat: () => number;
}

/**
 * Different points, in the order of the draw. Fewer than k where fewer than k places are taken: a point that lies on a
 * centre has no weight, since a second centre there would be of no use.
 */
export function kMeansPlusPlus({ points, k, squaredDistance, nextFloat }: StartingCentresInput): number[] {
  if (points <= 0 || k <= 0) return [];
  const centres = [Math.floor(nextFloat() * points)];
  const weights = new Array<number>(points).fill(Number.POSITIVE_INFINITY);
  while (centres.length < k) {
    const newest = centres[centres.length - 1] ?? 0;
    for (const [point, weight] of weights.entries()) {
      // A centre is never drawn again, whatever rounding makes of its distance to itself.
      weights[point] = point === newest ? 0 : Math.min(weight, squaredDistance(point, newest));
    }
    const next = drawByWeight(weights, nextFloat());
    if (next === null) break;
    centres.push(next);
  }
  return centres;
}

/** The point whose stretch of the summed weights holds `share`; null where all weights are 0. */
function drawByWeight(weights: readonly number[], share: number): number | null {
  const target = share * weights.reduce((total, weight) => total + weight, 0);
  let passed = 0;
  let last: number | null = null;
  for (const [point, weight] of weights.entries()) {
    if (weight <= 0) continue;
    passed += weight;
    last = point;
    if (target < passed) return point;
  }
  // Only rounding leads past the end.
  return last;
}
