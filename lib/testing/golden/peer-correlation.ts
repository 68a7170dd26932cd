import { at, comparable } from '@/lib/stats/correlation';
import { tTwoSidedP } from '@/lib/stats/student-t';

/**
 * Two-sided p-value of a correlation r over n pairs: t = r sqrt((n-2) / (1-r^2)) with n-2 degrees of freedom.
 * Undefined for n < 3, where nothing is left to vary.
 */
export function correlationP(r: number | undefined, n: number): number | undefined {
  if (r === undefined || n < 3) return undefined;
  const df = n - 2;
  return tTwoSidedP(r * Math.sqrt(df / ((r + 1) * (1 - r))), df);
}

/**
 * Kendall's tau-b: (C - D) / sqrt((C + D + Tx)(C + D + Ty)) with concordant pairs C, discordant D, and pairs tied
 * in one vector only, Tx and Ty. Quadratic in n, which is fine for the hundreds of pairs of a calibration.
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): number | undefined {
  if (!comparable(x, y)) return undefined;
  let difference = 0;
  let pairsX = 0;
  let pairsY = 0;
  for (let i = 0; i < x.length; i += 1) {
    for (let j = i + 1; j < x.length; j += 1) {
      const signX = Math.sign(at(x, i) - at(x, j));
      const signY = Math.sign(at(y, i) - at(y, j));
      difference += signX * signY;
      pairsX += Math.abs(signX);
      pairsY += Math.abs(signY);
    }
  }
  return difference / Math.sqrt(pairsX) / Math.sqrt(pairsY);
}
