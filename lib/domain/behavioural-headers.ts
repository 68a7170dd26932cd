import { contentHash } from './content-hash';

/**
 * Headers of a provider that decide what it answers, as a route or a deployment does: an operator marks them. They are
 * pinned in a run's manifest and are part of the evaluation key, so that runs of two routes share no answers. What is
 * not marked counts as a credential: it is in neither, and another one changes no key.
 *
 * A manifest is read by more people than may see a header, so a value is pinned as it is only where it reads as a name
 * (short words and small numbers); any other is pinned as its hash, which tells values apart and nothing else.
 */
export type BehaviouralHeaders = Readonly<Record<string, string>>;

/** By name in small letters, as headers are compared. */
export function pinnedHeaders(
  headers: Readonly<Record<string, string>>,
  marked: readonly string[],
): BehaviouralHeaders {
  const names = new Set(marked.map(nameOf));
  const affecting = Object.entries(headers).flatMap(([name, value]) =>
    names.has(nameOf(name)) ? [[nameOf(name), pinned(nameOf(name), value)] as const] : [],
  );
  return Object.fromEntries(affecting.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Marks that name a header which is there, once each, as the header is written. */
export function marksOf(headers: Readonly<Record<string, string>>, marked: readonly string[]): string[] {
  const names = new Set(marked.map(nameOf));
  return Object.keys(headers).filter((name) => names.has(nameOf(name)));
}

export function unknownMarks(headers: Readonly<Record<string, string>>, marked: readonly string[]): string[] {
  const names = new Set(Object.keys(headers).map(nameOf));
  return marked.filter((mark) => !names.has(nameOf(mark)));
}

const nameOf = (header: string) => header.toLowerCase();

const SECRET_NAME = /auth|cookie|credential|key|password|secret|session|signature|token/;
const READABLE_MAX = 80;
/** Letters only, digits only, or a short word with a number in it; longer mixtures may be a key. */
const READABLE_PIECE = /^(?:[a-z]{0,20}|\d{1,8}|[a-z]{0,12}\d{1,4}[a-z]{0,6})$/i;

function pinned(name: string, value: string): string {
  const pieces = value.split(/[-._:/,;= ]/);
  const isReadable = value.length <= READABLE_MAX && pieces.every((piece) => READABLE_PIECE.test(piece));
  if (isReadable && !SECRET_NAME.test(name)) return value;
  return `sha256:${contentHash(`${name}\n${value}`)}`;
}
