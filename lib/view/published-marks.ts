import type { SweepView } from '@/lib/contracts/sweeps';
import { formatScore } from './numbers';
import type { PlacedPoint } from './point-chart';

/** Published values of the same data set as faint marks: where `place` knows no place for one, it is left out. */
type Published = SweepView['figure']['published'][number];

export function publishedMarks(
  published: readonly Published[],
  place: (point: Published) => { readonly x: number; readonly y: number } | null,
): PlacedPoint[] {
  return published.flatMap((point) => {
    const at = point.sameDataset ? place(point) : null;
    if (at === null) return [];
    const size = point.batchSize === null ? '' : `, batch size ${point.batchSize}`;
    const title = `Published: ${point.method}, ${point.model}, ${point.arm}${size}`;
    const label = `${formatScore(point.accuracy)} (no interval, ${point.confidence}, ${point.source}) · published, other hardware`;
    return [{ ...at, error: undefined, title, label }];
  });
}
