/**
 * Facts of engine versions 1 and 2 hold a sentence where those of version 3 hold codes and numbers. Their hashes cover
 * what is stored, so it is never rewritten: every sentence about a fact is read through here, the stored one of an old
 * fact, or the one made from the codes of a new one.
 */
export function storedOr<T extends object>(data: T, field: string, words: (data: T) => string): string {
  const stored: unknown = Reflect.get(data, field);
  return typeof stored === 'string' ? stored : words(data);
}
