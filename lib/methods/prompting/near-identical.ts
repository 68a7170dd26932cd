import { decisiveWords } from '@/lib/stats/decisive-words';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';

/**
 * Which of several contents repeat an earlier one almost word for word. Made for the union of group updates, where a
 * false match silently loses an insight: so two texts that differ in a number, a code, an abbreviation, an operator
 * or a negation are never the same, however close their letters are.
 */
export interface Fingerprint {
  readonly normal: string;
  /** Words and operators that must agree exactly; the words are sorted. */
  readonly decisive: string;
  readonly vector: readonly number[];
}

export function fingerprintOf(content: string): Fingerprint {
  const text = content.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return {
    normal: text.toLowerCase().replace(/[.!;\s]+$/, ''),
    decisive: [...[...decisiveWords(text)].sort(), ...(text.match(OPERATOR) ?? [])].join(' ').toLowerCase(),
    vector: hashedNgramVector(text),
  };
}

/** At this cosine of two hashed n-gram vectors about one word in 45 differs (0.93 would be one in 20). */
const COSINE_MIN = 0.97;

/** Symmetric, but not transitive; a caller that groups by it must define which text each one is compared with. */
export function isNearIdentical(a: Fingerprint, b: Fingerprint): boolean {
  if (a.decisive !== b.decisive) return false;
  return a.normal === b.normal || dot(a.vector, b.vector) >= COSINE_MIN;
}

/** The cosine, as long as both vectors have length 1. */
export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** In their order, since a - b and b - a have the same words. */
const OPERATOR = /[-+*/=<>^%×÷−±≤≥≠]/g;
