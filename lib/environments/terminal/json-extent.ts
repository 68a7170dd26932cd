/** The first object in a text that may hold other words, found by its braces. Braces within strings do not count. */
export interface JsonExtent {
  readonly json: string;
  readonly hasTextBefore: boolean;
  readonly hasTextAfter: boolean;
}

export function firstObject(text: string): JsonExtent | null {
  let start = -1;
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '"') isString = !isString;
    else if (!isString && character === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (!isString && character === '}') {
      depth -= 1;
      if (depth === 0 && start !== -1) return extent(text, start, index + 1);
    }
  }
  return null;
}

function extent(text: string, start: number, end: number): JsonExtent {
  return {
    json: text.slice(start, end),
    hasTextBefore: text.slice(0, start).trim() !== '',
    hasTextAfter: text.slice(end).trim() !== '',
  };
}

const SMALL_OBJECT = /\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g;

/** The first part of a text that is an object by itself, with objects of one level in it at most. */
export function objectAmongText(text: string): string | null {
  for (const [json] of text.matchAll(SMALL_OBJECT)) if (isJson(json)) return json;
  return null;
}

/** The text with the closing braces that it lacks, or null where it lacks none. */
export function withClosingBraces(text: string): string | null {
  const lacking = text.split('{').length - text.split('}').length;
  return lacking > 0 ? text + '}'.repeat(lacking) : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A part that is no JSON is passed over.
    return false;
  }
}
