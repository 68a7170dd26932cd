import { isRecord, parseTolerantJson } from '@/lib/methods/prompting/tolerant-json';

/**
 * The ids of the bullets that an answer says it used. From the JSON where the reply is JSON, else every id in
 * brackets in its text, repeats included. Null when the reply is JSON but no object: nothing to read.
 */
export function citedBulletIds(reply: string, form: 'json' | 'text'): string[] | null {
  const parsed = form === 'json' ? parseTolerantJson(reply) : undefined;
  if (parsed === undefined) return bracketedIds(reply);
  return isRecord(parsed) ? bulletIdsOf(parsed) : null;
}

/** The ids in a parsed reply; what is no text among them is left out. */
export function bulletIdsOf(parsed: Readonly<Record<string, unknown>>): string[] {
  const ids = parsed.bullet_ids;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** Three letters or more and five digits, which is what ids of known sections look like in running text. */
function bracketedIds(text: string): string[] {
  return Array.from(text.matchAll(/\[([a-z]{3,}-\d{5})\]/g), (match) => match[1] ?? '');
}
