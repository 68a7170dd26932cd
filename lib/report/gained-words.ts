/** A gain in points as half a sentence, as the truth about a run says it. A number is never alone: its interval, its n and
 * its split are said with it. */
import { countWords } from '@/lib/domain/scored-count';
import type { PairedDifference } from '@/lib/stats/paired-difference';

export function gained(gain: PairedDifference | null | undefined): string {
  if (gain == null) return 'no gain that was measured';
  const interval =
    gain.lower === null || gain.upper === null
      ? 'no interval'
      : `95 % interval ${signed(gain.lower)} to ${signed(gain.upper)}`;
  const { comparisons = 1 } = gain;
  const chosen = comparisons > 1 ? `, best of ${comparisons}` : '';
  return `${signed(gain.mean)} points on held-out (${interval}${chosen}, ${countWords(gain)})`;
}

function signed(share: number): string {
  // A half is rounded away from zero on either side, as everywhere on the pages.
  const points = Math.round(Math.abs(share) * 1000) / 10;
  if (points === 0) return '0.0';
  return `${share > 0 ? '+' : '−'}${points.toFixed(1)}`;
}

/** For a row of a table. */
export const gainedShort = (gain: PairedDifference | null | undefined) =>
  gained(gain && { ...gain, comparisons: 1 })
    .replace(' on held-out', '')
    .replace('interval ', '');
