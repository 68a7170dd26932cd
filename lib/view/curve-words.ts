import type { ImportedPoint, SeenUnit } from '@/lib/domain/imported-run';
import { UNIT_WORDS } from './imported-run-words';
import { formatCount, formatDuration, formatScore, formatUsd } from './numbers';

/** Score curves in words: a point with all that is known of it, and from where to where each curve goes. */

/** Ours may also count the trials of a search, which an imported run has no word for. */
export type CurveUnit = SeenUnit | 'trials';
export const SEEN_WORDS: Readonly<Record<CurveUnit, string>> = { ...UNIT_WORDS, trials: 'trials' };

interface Described {
  readonly name: string;
  readonly unit: CurveUnit;
  readonly points: readonly ImportedPoint[];
}

/** Every number with its n and its interval, or the words that there is none. */
export function describePoint(point: ImportedPoint, unit: CurveUnit): string {
  const interval =
    point.lower === null || point.upper === null
      ? 'no interval'
      : `95 % ${(point.lower * 100).toFixed(1)}–${(point.upper * 100).toFixed(1)} %`;
  const n = point.n === null ? 'n not stated' : `n = ${formatCount(point.n)}`;
  const place =
    unit === 'steps' ? `step ${formatCount(point.seen)}` : `${formatCount(point.seen)} ${SEEN_WORDS[unit]}`;
  const spent = [
    ...(point.seconds === null ? [] : [formatDuration(point.seconds * 1000)]),
    ...(point.usd === null ? [] : [formatUsd(point.usd)]),
  ];
  return [`${formatScore(point.score)} (${interval}, ${n})`, place, ...spent].join(', ');
}

export function describeCurves(curves: readonly Described[]): string {
  const sentences = curves.map(({ name, points, unit }) => {
    const [first] = points;
    const best = points.reduce(
      (top, point) => (point.score > top.score ? point : top),
      points[0] as ImportedPoint,
    );
    if (first === undefined) return '';
    return points.length === 1
      ? `“${name}” scores ${describePoint(first, unit)}.`
      : `“${name}” goes from ${formatScore(first.score)} to ${describePoint(best, unit)} at best.`;
  });
  return sentences.length === 0 ? 'There is no score to draw.' : sentences.join(' ');
}
