/** Values of a document that others wrote: each is read as far as it goes, and replaced where it does not. */
export type Outside = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Outside =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A number of at least 0. */
export function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise;
}

export function count(value: unknown, otherwise: number): number {
  const number = numberOr(value, otherwise);
  return Math.min(Math.round(number), Number.MAX_SAFE_INTEGER);
}

/** A text, or a list of parts of which only texts can be shown: others are named. */
export function contentText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : jsonOf(content);
  return content.map((part) => (isRecord(part) ? partText(part) : textOf(part))).join('\n');
}

const partText = (part: Outside): string =>
  typeof part.text === 'string' ? part.text : `[${textOf(part.type) || 'part'}]`;

const jsonOf = (value: unknown): string =>
  value === null || value === undefined ? '' : (JSON.stringify(value) ?? '');
