/**
 * A list of points that grows with its run, kept below a limit. The newest half stays whole, since a page shows where a run
 * is; of the older points every so-manieth stays, and with it the first, the lowest, the highest and those that the caller
 * names. Points are taken away only where the limit is passed, and then a quarter of it at least, so that folding on does
 * not thin the same stretch again and again. Knows no curve. Cost: one pass.
 */
export interface Thinning<Point> {
  readonly limit: number;
  readonly heightOf: (point: Point) => number;
  /** Points that a page names, such as the best; few. */
  readonly named: (points: readonly Point[]) => readonly (Point | undefined)[];
}

export function thinPoints<Point>(
  points: readonly Point[],
  { limit, heightOf, named }: Thinning<Point>,
): readonly Point[] {
  if (points.length <= limit) return points;
  const newest = points.length - Math.floor(limit / 2);
  const stride = Math.ceil(newest / Math.max(1, Math.floor(limit / 4)));
  const kept = new Set([points[0], ...extremes(points, heightOf), ...named(points)]);
  return points.filter((point, index) => index >= newest || index % stride === 0 || kept.has(point));
}

function extremes<Point>(points: readonly Point[], heightOf: (point: Point) => number) {
  let [low, high] = [points[0], points[0]];
  for (const point of points) {
    if (low === undefined || heightOf(point) < heightOf(low)) low = point;
    if (high === undefined || heightOf(point) > heightOf(high)) high = point;
  }
  return [low, high];
}
