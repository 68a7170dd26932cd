/**
 * Two numbers within a tolerance: |answer - expected| <= max(absolute, relative |expected|). Reads plain decimal
 * numbers with optional thousands commas, a currency sign in front or a percent sign behind (which is dropped, not
 * divided: "15 %" is 15). Texts that are no numbers never match.
 */
export function isWithinTolerance(
  answer: string,
  expected: string,
  tolerance: { readonly absolute: number; readonly relative: number },
): boolean {
  const given = plainNumber(answer);
  const wanted = plainNumber(expected);
  if (given === undefined || wanted === undefined) return false;
  if (given === wanted) return true;
  return Math.abs(given - wanted) <= Math.max(tolerance.absolute, tolerance.relative * Math.abs(wanted));
}

const PLAIN = /^([+-]?)\s?(?:[$€£¥]\s?)?([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:e[+-]?\d+)?)\s?%?$/i;

/** The number in a short text, or undefined. */
export function plainNumber(text: string): number | undefined {
  // U+2212 is the minus sign that models copy from typeset pages.
  const match = PLAIN.exec(text.trim().replace('−', '-'));
  if (match === null) return undefined;
  const [, outer = '', inner = '', digits = ''] = match;
  if (!/\d/.test(digits) || /^e/i.test(digits) || (outer !== '' && inner !== '')) return undefined;
  const value = Number(digits.replaceAll(',', ''));
  if (!Number.isFinite(value)) return undefined;
  return outer === '-' || inner === '-' ? -value : value;
}
