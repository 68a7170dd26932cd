import type { Measurement } from '@/lib/domain/score';
import { countWords } from '@/lib/domain/scored-count';

/**
 * Numbers as people read them. A score is never shown alone: `describeMeasurement` adds its interval, or the words
 * "no interval", and its n. Knows nothing of time zones (components/ui/time) nor of where a number came from
 * (number-origin).
 */
export const NOT_KNOWN = '–';

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const FIGURE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export function formatCount(value: number): string {
  return WHOLE.format(value);
}

/** A number in a unit that is not known here, with at most three decimals. */
export function formatFigure(value: number): string {
  return FIGURE.format(value);
}

/** 12,345,678 as 12.3M: for tokens, where the last digits say nothing. */
export function formatCompact(value: number): string {
  return COMPACT.format(value);
}

/** A score or share of 0..1 as a percentage with one decimal. */
export function formatScore(value: number | null | undefined): string {
  return value === null || value === undefined ? NOT_KNOWN : `${(value * 100).toFixed(1)} %`;
}

/** A difference of two scores in points with its sign; one that rounds to zero has none. */
export function signedPoints(difference: number): string {
  const points = Math.abs(difference * 100).toFixed(1);
  if (points === '0.0') return points;
  return `${difference > 0 ? '+' : '−'}${points}`;
}

export const formatPoints = (difference: number) => `${signedPoints(difference)} pt`;

/** Largest rounding error between two ends that are the same number. */
const SAME_END = 1e-12;

export const hasNoWidth = (lower: number, upper: number) => Math.abs(upper - lower) < SAME_END;

/** The interval of a difference. */
export function formatSpan({ lower, upper }: Bounds): string {
  if (lower === null || upper === null) return 'no interval';
  return hasNoWidth(lower, upper)
    ? '95 % interval of no width'
    : `95 % ${formatPoints(lower)} to ${formatPoints(upper)}`;
}

interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Cents vanish in a training call, so small sums keep their digits. */
export function formatUsd(value: number | null | undefined): string {
  if (value === null || value === undefined) return 'unknown';
  if (value === 0) return '$0.00';
  if (value < 0.01) return `$${value.toPrecision(2)}`;
  return `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** Milliseconds in the two units that matter: "850 ms", "12.9 s", "4 min 05 s", "2 h 10 min". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) {
    const rest = seconds % 60;
    return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')} s`}`;
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${(minutes / 1440).toFixed(1)} days`;
}

export function formatInterval(measurement: Pick<Measurement, 'lower' | 'upper'>): string {
  if (measurement.lower === null || measurement.upper === null) return 'no interval';
  return `95 % ${(measurement.lower * 100).toFixed(1)}–${(measurement.upper * 100).toFixed(1)} %`;
}

export interface MeasurementText {
  readonly mean: string;
  readonly interval: string;
  readonly n: string;
  /** All three, for tooltips, tables and screen readers. */
  readonly whole: string;
}

export function describeMeasurement(measurement: Measurement): MeasurementText {
  const mean = measurement.n === 0 ? NOT_KNOWN : formatScore(measurement.mean);
  const interval = formatInterval(measurement);
  const n = countWords(measurement);
  return { mean, interval, n, whole: `${mean} (${interval}, ${n})` };
}

/**
 * No line ends between a number and its sign, nor within "n = 300". For what is drawn, piece by piece: files, the API and
 * whatever is compared keep plain spaces.
 */
export function keepFigures(text: string): string {
  return text.replace(/(?<=^|\d) (?=(?:%|pt)(?!\w))|\bn = (?=\d|$)/g, (figure) =>
    figure.replaceAll(' ', '\u00a0'),
  );
}

/** "1 run", "3 runs". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A hash for people: enough of it to tell two apart. */
export function shortHash(hash: string): string {
  return hash.slice(0, 10);
}
