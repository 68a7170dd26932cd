import type { Comparison, Tolerance } from './golden-adapter';

/**
 * Is what we gave what the peer gave? Knows how JSON spells the floats that it lacks and that "undefined" here is
 * what the peer writes as null or NaN.
 */

/** Undefined when equal; else one line naming the first place that differs. */
export function difference(comparison: Comparison): string | undefined {
  const { what, actual, expected, tolerance } = comparison;
  const place = firstDifference(actual, expected, tolerance ?? {});
  if (place === undefined) return undefined;
  const where = [what, ...place.path].join('.');
  return `${where}: expected ${shown(place.expected)}, got ${shown(place.actual)}`;
}

interface Place {
  readonly path: readonly string[];
  readonly actual: unknown;
  readonly expected: unknown;
}

function firstDifference(actual: unknown, expected: unknown, tolerance: Tolerance): Place | undefined {
  const wanted = decodedFloat(expected);
  const here = { path: [], actual, expected };
  if (typeof wanted === 'number') return sameNumber(actual, wanted, tolerance) ? undefined : here;
  if (wanted === null || wanted === undefined)
    return actual === null || actual === undefined ? undefined : here;
  if (typeof wanted !== 'object') return actual === wanted ? undefined : here;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(wanted))
    return here;
  if (Array.isArray(wanted) && Array.isArray(actual) && wanted.length !== actual.length) return here;
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(actual)])) {
    const inner = firstDifference(member(actual, key), member(wanted, key), tolerance);
    if (inner !== undefined) return { ...inner, path: [key, ...inner.path] };
  }
  return undefined;
}

function sameNumber(actual: unknown, expected: number, tolerance: Tolerance): boolean {
  if (Number.isNaN(expected)) return actual === undefined || actual === null || Number.isNaN(actual);
  if (typeof actual !== 'number') return false;
  if (actual === expected) return true;
  const room = Math.max(tolerance.absolute ?? 0, (tolerance.relative ?? 0) * Math.abs(expected));
  return Math.abs(actual - expected) <= room;
}

const FLOATS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
};

/** {"$float": "nan"} as the number that it encodes; anything else as it is. */
export function decodedFloat(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$float' in value)) return value;
  return FLOATS[String(value.$float)];
}

function member(value: object, key: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[key];
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text =
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'undefined';
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}
