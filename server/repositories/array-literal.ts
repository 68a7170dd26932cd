/**
 * A list as Postgres reads it from one text. Given as an array the client wraps every value several times on its way, which
 * for a batch of hundreds costs more than the statement. Knows no types: the statement casts.
 */
export type Element = string | number | boolean | null;

export function arrayLiteral(elements: readonly Element[]): string {
  return `{${elements.map(written).join(',')}}`;
}

/** Says itself without quotes; five characters at least, since the bare word NULL is none. */
const PLAIN = /^[\w.:+-]{5,}$/;

function written(element: Element): string {
  if (element === null) return 'NULL';
  if (typeof element !== 'string' || PLAIN.test(element)) return String(element);
  return `"${element.replace(/["\\]/g, '\\$&')}"`;
}
