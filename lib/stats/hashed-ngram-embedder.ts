import { fnv1a } from './fnv1a';

/**
 * Vectors without a model: words, pairs of words and runs of three to five letters are hashed into 512 buckets with
 * a sign each, and the result is scaled to length 1. Near-copies come out close, paraphrases do not: it sees letters,
 * not meaning. Deterministic on every machine. Cost: about four hashes a character.
 *
 * In the shape of the embedder port, which this floor may not name: methods, Combee and the practice model share it.
 */
export function hashedNgramEmbedder() {
  return {
    id: HASHED_NGRAM_ID,
    embed: async (texts: readonly string[]) => texts.map(hashedNgramVector),
  };
}

const DIMENSIONS = 512;
export const HASHED_NGRAM_ID = `hashed-ngram-${DIMENSIONS}-v1`;
const LETTERS_MIN = 3;
const LETTERS_MAX = 5;

export function hashedNgramVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const [kind, feature] of featuresOf(text)) {
    const hash = fnv1a(kind + feature);
    // The sign bit is not among the bucket's bits, so collisions cancel out on average instead of adding up.
    const bucket = hash % DIMENSIONS;
    vector[bucket] = (vector[bucket] ?? 0) + (hash >>> 31 === 0 ? WEIGHT[kind] : -WEIGHT[kind]);
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}

type FeatureKind = 'word' | 'pair' | 'run';

/**
 * Runs are many and know no order: with equal weights they would drown the pairs, and "a minus b" would be
 * "b minus a". They are kept for typing errors and endings.
 */
const WEIGHT: Readonly<Record<FeatureKind, number>> = { word: 2, pair: 3, run: 0.5 };

/** The kind belongs to the feature: the word "cat" and the letters "cat" are two. */
function* featuresOf(text: string): Generator<readonly [FeatureKind, string]> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const [index, word] of words.entries()) {
    yield ['word', word];
    if (index > 0) yield ['pair', `${words[index - 1]} ${word}`];
    const padded = `^${word}$`;
    for (let size = LETTERS_MIN; size <= LETTERS_MAX; size += 1) {
      for (let start = 0; start + size <= padded.length; start += 1) {
        yield ['run', padded.slice(start, start + size)];
      }
    }
  }
}
