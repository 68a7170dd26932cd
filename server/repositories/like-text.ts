/**
 * A text as LIKE and ILIKE are to find it: `%`, `_` and `\` are letters of it. Prisma passes what `contains` and
 * `startsWith` are given on as a pattern, so a search for "50 %" would find everything with "50".
 */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
