import { fnv1a } from './fnv1a';

/** Words of a shingle: long enough that ordinary phrases do not repeat by chance. */
const SHINGLE_WORDS = 5;

/** Letters of scripts that put no spaces between words count as words. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/**
 * The set of a text's runs of five words, each as a 32-bit hash. Case, punctuation and spaces do not count. A text of fewer
 * words has one shingle, all of it; one without words has none.
 */
export function wordShingles(text: string): ReadonlySet<number> {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  const runs = Math.max(1, words.length - SHINGLE_WORDS + 1);
  const hashes = new Set<number>();
  for (let start = 0; start < runs && words.length > 0; start += 1)
    hashes.add(fnv1a(words.slice(start, start + SHINGLE_WORDS).join(' ')));
  return hashes;
}
