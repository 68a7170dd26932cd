/** A way to do the work: how long it takes and how good it is. */
export interface DelayQuality {
  readonly delay: number;
  readonly quality: number;
}

/**
 * The points that no other point beats: none is at least as fast and at least as good, and better in one of the
 * two. By ascending delay; equal points all stay. O(n log n).
 */
export function paretoFront<T extends DelayQuality>(points: readonly T[]): T[] {
  const ordered = [...points].sort((a, b) => a.delay - b.delay || b.quality - a.quality);
  const front: T[] = [];
  for (const point of ordered) {
    const last = front.at(-1);
    const isEqual = last !== undefined && last.delay === point.delay && last.quality === point.quality;
    // Sorted by delay, so the front's last point is also its best so far.
    if (last === undefined || point.quality > last.quality || isEqual) front.push(point);
  }
  return front;
}
