import { formatCount } from './numbers';

/**
 * Of more points than a chart can show, those that carry its shape: the first and the last, all that must not be lost
 * (accepted, cut short, measured for a reason), and of each stretch between them the lowest and the highest. Nothing is
 * averaged, so every point that is drawn was measured. Tables and files keep them all.
 */
export interface ThinPlan<Point> {
  readonly max: number;
  readonly heightOf: (point: Point) => number;
  readonly isKept?: (point: Point) => boolean;
}

export function thinPoints<Point>(
  points: readonly Point[],
  { max, heightOf, isKept = () => false }: ThinPlan<Point>,
): readonly Point[] {
  if (points.length <= max) return points;
  const kept = new Set<number>([0, points.length - 1]);
  points.forEach((point, index) => {
    if (isKept(point)) kept.add(index);
  });
  // Two a stretch; what had to be kept leaves room for fewer stretches, and at least for one.
  const stretches = Math.max(1, Math.floor((max - kept.size) / 2));
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * points.length) / stretches);
    const to = Math.floor(((stretch + 1) * points.length) / stretches);
    for (const index of extremesOf(points.slice(from, to).map(heightOf))) kept.add(from + index);
  }
  return points.filter((_, index) => kept.has(index));
}

/** Places of the lowest and of the highest value; of equal ones the first. */
function extremesOf(values: readonly number[]): readonly number[] {
  if (values.length === 0) return [];
  const lowest = values.reduce((best, value, at) => (value < (values[best] ?? value) ? at : best), 0);
  const highest = values.reduce((best, value, at) => (value > (values[best] ?? value) ? at : best), 0);
  return [lowest, highest];
}

/** Said beside a chart that draws fewer points than there are. */
export function thinNote(drawn: number, all: number): string {
  return drawn === all
    ? ''
    : ` Drawn are ${formatCount(drawn)} of ${formatCount(all)} points, the lowest and highest of each stretch among them; the table has all.`;
}
