import { missingWords } from '@/lib/domain/scored-count';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { formatPoints, hasNoWidth, signedPoints } from './numbers';

export interface GainOverStart {
  readonly points: string;
  readonly interval: string;
}

/** The gain of a run over its original prompt, as a cell of a list. Null until it is known. */
export function gainOverStart(gain: PairedDifference | null): GainOverStart | null {
  return gain === null
    ? null
    : { points: formatPoints(gain.mean), interval: `${intervalOf(gain)}${missingWords(gain.missing)}` };
}

/** Without the unit, which the points above it have. */
function intervalOf({ lower, upper }: PairedDifference): string {
  if (lower === null || upper === null) return 'no interval';
  if (hasNoWidth(lower, upper)) return '95 %, no width';
  return `95 % ${signedPoints(lower)} to ${signedPoints(upper)}`;
}
