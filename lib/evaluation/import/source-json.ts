/**
 * JSON whose numbers keep the text that they had in the source: "15.0" is not 15, and 0.1000 is not 0.1, where an
 * answer is compared with what a data set says. Needs an engine that hands a reviver the source text (V8 since 11.4);
 * on an older one numbers fall back to how JavaScript writes them.
 */
export class SourceNumber {
  constructor(readonly text: string) {}

  /** So that JSON.stringify of a record in a message shows the number. */
  toJSON(): number {
    return Number(this.text);
  }
}

const LINE = / \(line (\d+) column \d+\)/;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number | null };

type Reviver = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { readonly source?: string },
) => unknown;

const keepNumbers: Reviver = (_key, value, context) =>
  typeof value === 'number' ? new SourceNumber(context?.source ?? String(value)) : value;

export function parseSourceJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text, keepNumbers) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: 'It is nested too deeply.', line: null };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `It is no JSON: ${shortened(message)}.`, line: lineIn(message) };
  }
}

/**
 * A field as text: texts as they are, numbers as in the source, true and false by name, lists and objects as JSON.
 * Undefined for what is missing or null.
 */
export function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (value instanceof SourceNumber) return value.text;
  return typeof value === 'object' ? sourceJsonText(value) : String(value);
}

/** JSON text in which every number is as the source wrote it. */
export function sourceJsonText(value: unknown): string {
  if (value instanceof SourceNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(sourceJsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${sourceJsonText(member)}`,
  );
  return `{${members.join(',')}}`;
}

/** V8 quotes the document in its message, and counts lines within the record; a person needs the reason. */
function shortened(message: string): string {
  return message
    .replace(/(?:\.\.\.)?"[\s\S]*"(?:\.\.\.)?( is not valid JSON)/, 'this$1')
    .replace(LINE, '')
    .slice(0, 200);
}

function lineIn(message: string): number | null {
  const match = LINE.exec(message);
  return match === null ? null : Number(match[1]);
}
