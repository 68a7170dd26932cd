import type { ImportedPoint } from '@/lib/domain/imported-run';

/**
 * Validates a measurement from any source: every point that it returns is finite, in its range and
 * consistent. Independent of files and columns; the caller adds the place to its sentences.
 */
export type RawPoint = Readonly<Partial<Record<keyof ImportedPoint, unknown>>>;

export interface ReadPoint {
  /** Null without a usable score or place. */
  readonly point: ImportedPoint | null;
  readonly problems: readonly string[];
}

/** Larger counts and times are unit errors, and would distort every axis. */
const LARGEST = 1e15;

export function readPoint(raw: RawPoint, scale: 'share' | 'percent'): ReadPoint {
  const problems: string[] = [];
  const share = (field: 'score' | 'lower' | 'upper') => readShare(raw[field], { field, scale, problems });
  const count = (field: 'seen' | 'n' | 'seconds' | 'usd') => readCount(raw[field], field, problems);
  const score = share('score');
  const seen = count('seen');
  if (isGiven(raw.score) === false) problems.push('There is no score.');
  if (isGiven(raw.seen) === false) problems.push('Nothing says how much had been seen by then.');
  const n = count('n');
  const seconds = count('seconds');
  const usd = count('usd');
  const interval = readInterval(score, { lower: share('lower'), upper: share('upper') }, problems);
  if (score === null || seen === null) return { point: null, problems };
  return { point: { seen, score, ...interval, n: wholeOrNull(n, problems), seconds, usd }, problems };
}

/**
 * A number, or a text that is one and nothing else; undefined otherwise. "1e3" is a number, "1,5" and "" are
 * not.
 */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value))
    return undefined;
  return Number(value);
}

/** An empty cell counts as missing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '');
}

interface ShareField {
  readonly field: string;
  readonly scale: 'share' | 'percent';
  readonly problems: string[];
}

function readShare(value: unknown, { field, scale, problems }: ShareField): number | null {
  if (!isGiven(value)) return null;
  const given = numberIn(value);
  if (given === undefined || !Number.isFinite(given)) {
    problems.push(`The ${field} ${shown(value)} is no finite number; write it like 0.72.`);
    return null;
  }
  const share = scale === 'percent' ? given / 100 : given;
  if (share >= 0 && share <= 1) return share;
  problems.push(
    scale === 'percent'
      ? `The ${field} ${shown(value)} is outside 0..100 percent.`
      : `The ${field} ${shown(value)} is outside 0..1; if scores are percent, choose "percent".`,
  );
  return null;
}

function readCount(value: unknown, field: string, problems: string[]): number | null {
  if (!isGiven(value)) return null;
  const given = numberIn(value);
  if (given !== undefined && given >= 0 && given <= LARGEST) return given;
  problems.push(`The field ${field} holds ${shown(value)}; it takes a number from 0 to ${LARGEST}.`);
  return null;
}

function wholeOrNull(n: number | null, problems: string[]): number | null {
  if (n === null) return null;
  if (Number.isInteger(n) && n > 0) return n;
  problems.push(`The field n holds ${n}; it counts examples, so it takes a whole number from 1.`);
  return null;
}

type Ends = { readonly lower: number | null; readonly upper: number | null };

/** Half an interval counts as none, and an interval that does not hold its score contradicts it. */
function readInterval(score: number | null, { lower, upper }: Ends, problems: string[]): Ends {
  const none = { lower: null, upper: null };
  if (lower === null && upper === null) return none;
  if (lower === null || upper === null) {
    problems.push('Only one end of the interval is given, so the point has none.');
    return none;
  }
  if (score !== null && lower <= score && score <= upper) return { lower, upper };
  problems.push('The interval does not hold its score, so the point has none.');
  return none;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
