/**
 * How Python reads text, where a published scorer depends on it: whitespace, decimal digits, float() and number
 * literals. Parses only; nothing of a model's text is ever evaluated.
 */

/** Characters that str.isspace accepts: unlike trim(), U+001C..U+001F and U+0085 too, but no byte order mark. */
const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const LEADING = new RegExp(`^${SPACE}+`);
const TRAILING_ONE = new RegExp(`^${SPACE}$`);

export function pythonStrip(text: string): string {
  const start = LEADING.exec(text)?.[0].length ?? 0;
  // Walked by hand: a pattern anchored at the end would be quadratic on long runs of spaces.
  let end = text.length;
  while (end > start && TRAILING_ONE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const DIGITS = '[0-9](?:_?[0-9])*';
const FLOAT = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, 'i');
const BEYOND_ASCII = /[^\p{ASCII}]/u;
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;

/** float(text), or undefined where Python raises. Takes `1_000`, ` 15 `, `inf`, `nan` and digits of any script. */
export function pythonFloat(text: string): number | undefined {
  // In plain ASCII the separators U+001C..U+001F are no space to float(), though str.strip takes them.
  if (!BEYOND_ASCII.test(text) && [...text].some((c) => c >= '\x1c' && c <= '\x1f')) return undefined;
  const ascii = asciiDigits(pythonStrip(text));
  const special = SPECIAL.exec(ascii);
  if (special !== null) {
    if (special[2]?.toLowerCase() === 'nan') return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return FLOAT.test(ascii) ? Number(ascii.replaceAll('_', '')) : undefined;
}

/** An int keeps every digit, as Python's does. */
export type PythonNumber = { readonly int: bigint } | { readonly float: number };

/** Python itself refuses integers of more than 4300 digits. */
const LITERAL_LENGTH_MAX = 4300;
const INT_LITERAL = /^(?:0(?:_?0)*|[1-9](?:_?[0-9])*)$/;
const BASED_LITERAL = /^0(?:x(?:_?[0-9a-f])+|o(?:_?[0-7])+|b(?:_?[01])+)$/i;
const FLOAT_LITERAL = new RegExp(
  `^(?:(?:${DIGITS})?\\.${DIGITS}|${DIGITS}\\.)(?:e[+-]?${DIGITS})?$|^${DIGITS}e[+-]?${DIGITS}$`,
  'i',
);

/**
 * A number literal as it may stand in Python source, with signs and brackets around it; undefined for anything
 * else. Differs from float(): no other script's digits, no `inf`, and `007` is not a number.
 */
export function pythonNumberLiteral(text: string): PythonNumber | undefined {
  if (text.length > LITERAL_LENGTH_MAX) return undefined;
  let body = pythonStrip(text);
  let negative = false;
  for (;;) {
    if (body.startsWith('-') || body.startsWith('+')) {
      if (body.startsWith('-')) negative = !negative;
      body = pythonStrip(body.slice(1));
    } else if (body.startsWith('(') && body.endsWith(')')) {
      body = pythonStrip(body.slice(1, -1));
    } else break;
  }
  const plain = body.replaceAll('_', '');
  if (INT_LITERAL.test(body) || BASED_LITERAL.test(body)) {
    const int = BigInt(plain);
    return { int: negative ? -int : int };
  }
  if (!FLOAT_LITERAL.test(body)) return undefined;
  return { float: negative ? -Number(plain) : Number(plain) };
}

/** By value, exactly: an int and a float are equal only when the float is that very integer. */
export function samePythonNumber(a: PythonNumber, b: PythonNumber): boolean {
  if ('int' in a && 'int' in b) return a.int === b.int;
  if ('float' in a && 'float' in b) return a.float === b.float;
  const [int, float] =
    'int' in a && 'float' in b
      ? [a.int, b.float]
      : 'float' in a && 'int' in b
        ? [b.int, a.float]
        : [0n, Number.NaN];
  return Number.isInteger(float) && BigInt(float) === int;
}

/** Decimal digits of any script as 0-9. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Five runs of ten stand without a gap in the mathematical alphabets; all other runs can be walked back.
    if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
