import type { ImportedPoint, SeenUnit } from '@/lib/domain/imported-run';
import { countWords } from '@/lib/domain/scored-count';
import { UNIT_WORDS } from './imported-run-words';
import { formatCount, formatDuration, formatScore, formatUsd } from './numbers';

/** Score curves in words: a point with all that is known of it, and from where to where each curve goes. */

/** Ours may also count the trials of a search, which an imported run has no word for. */
export type CurveUnit = SeenUnit | 'trials';
export const SEEN_WORDS: Readonly<Record<CurveUnit, string>> = { ...UNIT_WORDS, trials: 'trials' };

/** An imported run does not say how many examples went without a score. */
type DescribedPoint = ImportedPoint & { readonly missing?: number | undefined };

interface Described {
  readonly name: string;
  readonly unit: CurveUnit;
  readonly points: readonly DescribedPoint[];
}

/** Every number with its n and its interval, or the words that there is none. */
export function describePoint(point: DescribedPoint, unit: CurveUnit): string {
  const interval =
    point.lower === null || point.upper === null
      ? 'no interval'
      : `95 % ${(point.lower * 100).toFixed(1)}–${(point.upper * 100).toFixed(1)} %`;
  const n = point.n === null ? 'n not stated' : countWords({ n: point.n, missing: point.missing });
  const place =
    unit === 'steps' ? `step ${formatCount(point.seen)}` : `${formatCount(point.seen)} ${SEEN_WORDS[unit]}`;
  const spent = [
    ...(point.seconds === null ? [] : [formatDuration(point.seconds * 1000)]),
    ...(point.usd === null ? [] : [formatUsd(point.usd)]),
  ];
  return [`${formatScore(point.score)} (${interval}, ${n})`, place, ...spent].join(', ');
}

/** Most curves that a summary describes; a longer one is too long to read. */
const TOLD_MAX = 3;

export function describeCurves(curves: readonly Described[]): string {
  const ends = curves.flatMap((curve) => {
    const [first] = curve.points;
    if (first === undefined) return [];
    const best = curve.points.reduce((top, point) => (point.score > top.score ? point : top), first);
    return [{ ...curve, first, best }];
  });
  const [top] = [...ends].sort((one, other) => other.best.score - one.best.score);
  if (top === undefined) return 'There is no score to draw.';
  if (ends.length > TOLD_MAX)
    return `${ends.length} curves. The highest point is of “${top.name}”: ${describePoint(top.best, top.unit)}. The table has every point of each.`;
  return ends
    .map(({ name, points, unit, first, best }) =>
      points.length === 1
        ? `“${name}” scores ${describePoint(first, unit)}.`
        : `“${name}” from ${formatScore(first.score)} to ${describePoint(best, unit)}.`,
    )
    .join(' ');
}
