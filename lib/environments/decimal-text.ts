const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

/**
 * A decimal number as tasks and models write it, with white space around it, or undefined. Infinity and "nan" are read as
 * what they say, as the formats' own readers do; the caller refuses them where a finite number is needed.
 */
export function decimalOf(text: string): number | undefined {
  const written = text.trim();
  if (DECIMAL.test(written)) return Number(written);
  const infinite = INFINITE.exec(written);
  if (infinite !== null) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^[+-]?nan$/i.test(written) ? Number.NaN : undefined;
}
