/**
 * Postgres keeps neither NUL characters nor halves of surrogate pairs, and models send both (a reply cut off in the
 * middle of an emoji). They become U+FFFD before anything is stored, hashed or used.
 */
export function storable<T>(value: T): T {
  return clean(value) as T;
}

const UNSTORABLE = /[\p{Surrogate}\0]/gu;

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(UNSTORABLE, '\uFFFD');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [clean(key) as string, clean(member)]));
}
