import type { SurvivalPoint } from '@/lib/domain/survival';
import { fallingFit } from '@/lib/stats/falling-fit';

/**
 * The brake beside the delay (rulings E11): delay says how large a batch pays, insight survival how large a batch the
 * aggregator can still read. With a floor x the size stays at the largest one whose survival is at least x.
 *
 *     s(bs) = sum of survived / sum of wentIn over the iterations of that size, made falling in bs
 *
 * Only "it cannot rise" is assumed of s, so sizes between two measured ones lie on the line between them (over ln bs),
 * and beyond the largest measured size nothing is known: the size may double, and the next plan knows more.
 */
export interface SizeSurvival {
  readonly size: number;
  /** As measured, 0..1. */
  readonly share: number;
  /** Survival fitted under the falling curve. */
  readonly fitted: number;
  /** Insights that it was measured on. */
  readonly n: number;
}

/** With fewer insights a size has not been measured: two of four would read as 50 %. */
const INSIGHTS_MIN = 8;
/** How far beyond what was measured the size may go at once. */
const REACH = 2;

/** Ascending by size. */
export function survivalBySize(points: readonly SurvivalPoint[]): readonly SizeSurvival[] {
  const sizes = [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b);
  const measured = sizes.flatMap((size) => {
    const own = points.filter((point) => point.size === size);
    const n = own.reduce((sum, { wentIn }) => sum + wentIn, 0);
    const survived = own.reduce((sum, point) => sum + point.survived, 0);
    return n < INSIGHTS_MIN ? [] : [{ size, share: survived / n, n }];
  });
  const fitted = fallingFit(measured.map(({ share, n }) => ({ value: share, weight: n })));
  return measured.map((one, index) => ({ ...one, fitted: fitted[index] ?? one.share }));
}

/** The largest size that the floor allows; null while nothing was measured. Never below 1. */
export function largestSurvivingSize(measured: readonly SizeSurvival[], floor: number): number | null {
  const smallest = measured[0];
  if (smallest === undefined) return null;
  // Not even the smallest size holds it: half of that is the next that can be tried.
  if (smallest.fitted < floor) return Math.max(1, Math.floor(smallest.size / REACH));
  const last = measured.findLastIndex(({ fitted }) => fitted >= floor);
  const [holds, breaks] = [measured[last] ?? smallest, measured[last + 1]];
  if (breaks === undefined) return holds.size * REACH;
  const part = (holds.fitted - floor) / (holds.fitted - breaks.fitted);
  const size = Math.exp(Math.log(holds.size) + part * Math.log(breaks.size / holds.size));
  // Rounding of the logarithm must not cost the size that was measured to hold.
  return Math.min(breaks.size - 1, Math.max(holds.size, Math.floor(size + 1e-9)));
}
