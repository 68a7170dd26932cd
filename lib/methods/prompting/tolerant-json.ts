/**
 * JSON as models write it and as the published tools read it: NaN and infinities are numbers, and a number can be
 * read as it was written (42.0 is not 42 in a comparison of texts). Nothing else is forgiven.
 */
export type NumberReader = (source: string) => unknown;

/**
 * Strings are matched first and left alone, so only numbers outside of strings are found; a key is never one. A
 * string that never ends is matched to the end of the text, or each quote in it would start the search anew.
 */
const STRING_OR_NUMBER =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|-?Infinity)(?!\s*:)/g;

/** A private-use character that no model writes; it marks a number that is temporarily a string. */
const MARK = '\ue000';

/** The value, or undefined where the text is not JSON. */
export function parseTolerantJson(text: string, readNumber: NumberReader = Number): unknown {
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `"${MARK}${token}"`,
  );
  try {
    return JSON.parse(marked, (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith(MARK) ? readNumber(value.slice(1)) : value,
    );
  } catch (error) {
    // Not JSON is an ordinary answer here; anything else is not ours to swallow.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
