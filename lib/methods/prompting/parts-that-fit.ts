import { cutContiguously } from '@/lib/stats/cut-contiguously';

/**
 * A list cut into contiguous parts that a model can read, each in one call. Items that are too long even alone are set
 * aside first, so that one of them does not take its neighbours with it; the rest is cut into the fewest parts of
 * nearly equal size that fit. Cost: one check where all fit; else one an item, and for each number of parts that is
 * tried as many as it takes to find one that is too long.
 */
export interface FittingParts<T> {
  readonly parts: readonly (readonly T[])[];
  /** Too long even alone. */
  readonly tooLong: readonly T[];
}

export function partsThatFit<T>(items: readonly T[], fits: (part: readonly T[]) => boolean): FittingParts<T> {
  if (items.length === 0) return { parts: [], tooLong: [] };
  if (fits(items)) return { parts: [items], tooLong: [] };
  const readable: T[] = [];
  const tooLong: T[] = [];
  for (const item of items) (fits([item]) ? readable : tooLong).push(item);
  for (let count = 1; count < readable.length; count += 1) {
    const parts = cutContiguously(readable, count);
    if (parts.every(fits)) return { parts, tooLong };
  }
  return { parts: readable.map((item) => [item]), tooLong };
}
