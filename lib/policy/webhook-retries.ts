/**
 * When a delivery that failed is tried again: soon at first, since most outages are short, and over most of a day in
 * all, so that a receiver that was away for a night still hears of it. Knows no clock.
 */
const WAITS_SECONDS = [10, 60, 300, 1800, 7200, 21_600, 43_200] as const;

/** After so many tries; null where it is given up. */
export function waitAfter(attempts: number): number | null {
  return WAITS_SECONDS[attempts - 1] ?? null;
}
