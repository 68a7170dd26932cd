import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';

/**
 * Which of several contents repeat an earlier one almost word for word. Made for the union of group updates, where a
 * false match silently loses an insight: so two texts that differ in a number, a code, an abbreviation, an operator
 * or a negation are never the same, however close their letters are.
 */
export interface Fingerprint {
  readonly normal: string;
  /** What must agree exactly, sorted. */
  readonly decisive: string;
  readonly vector: readonly number[];
}

export function fingerprintOf(content: string): Fingerprint {
  const text = content.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const words = text.match(WORD) ?? [];
  return {
    normal: text.toLowerCase().replace(/[.!;\s]+$/, ''),
    decisive: [...words.filter(isDecisive).sort(), ...(text.match(OPERATOR) ?? [])].join(' ').toLowerCase(),
    vector: hashedNgramVector(text),
  };
}

/** At this cosine of two hashed n-gram vectors about one word in 45 differs (0.93 would be one in 20). */
const COSINE_MIN = 0.97;

/** Symmetric, but not transitive; whoever groups by it has to say with whom a text is compared. */
export function isNearIdentical(a: Fingerprint, b: Fingerprint): boolean {
  if (a.decisive !== b.decisive) return false;
  return a.normal === b.normal || dot(a.vector, b.vector) >= COSINE_MIN;
}

/** The cosine, as long as both vectors have length 1. */
export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

const WORD = /[\p{L}\p{N}]+(?:[.,'’][\p{L}\p{N}]+)*/gu;
/** In their order, since a - b and b - a have the same words. */
const OPERATOR = /[-+*/=<>^%×÷−±≤≥≠]/g;
const NEGATION = /^(?:not?|never|none|without|except|unless|cannot|.*n['’]t)$/i;

/** Numbers and codes hold a digit; abbreviations are capitals only (EPS, ROI). */
function isDecisive(word: string): boolean {
  return /\p{N}/u.test(word) || /^\p{Lu}{2,}$/u.test(word) || NEGATION.test(word);
}
