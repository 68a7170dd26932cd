import type { CopiedSpan, LeakReading } from '@/lib/domain/privacy';

/**
 * How much of a prompt is copied from training examples: the share of its n-grams of words that stand word for word,
 * in the same order, in one of them. Case and punctuation do not count; words do. It reads the prompt once and each
 * example once, and keeps only the prompt's n-grams, so a large data set costs time and no memory.
 */
export const LEAK_WORDS = 8;
const WORST_KEPT = 5;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface LeakOptions {
  /** Words of an n-gram; 8 is long enough that ordinary phrases do not repeat by chance. */
  readonly n?: number;
}

export interface TrainingText {
  readonly id: string;
  readonly texts: readonly string[];
}

/** With a stop after each example. */
export function* readLeakInSteps(
  prompt: string,
  training: readonly TrainingText[],
  { n = LEAK_WORDS }: LeakOptions = {},
): Generator<void, LeakReading> {
  const words = wordsOf(prompt);
  const places = placesOf(ngramsOf(words, n));
  const promptNgrams = Math.max(0, words.length - n + 1);
  const sources = new Map<number, string>();
  for (const { id, texts } of promptNgrams === 0 ? [] : training) {
    for (const key of texts.flatMap((text) => ngramsOf(wordsOf(text), n))) {
      for (const place of places.get(key) ?? []) sources.set(place, id);
      // Found once is found: repeated phrases on both sides must not multiply.
      places.delete(key);
    }
    yield;
  }
  return {
    n,
    promptNgrams,
    copiedNgrams: sources.size,
    share: promptNgrams === 0 ? null : sources.size / promptNgrams,
    examples: training.length,
    worst: longestRuns(words, sources, n),
  };
}

function placesOf(keys: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, key] of keys.entries()) {
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else known.push(index);
  }
  return places;
}

/** Letters and digits of any script, in lower case. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function ngramsOf(words: readonly Word[], n: number): string[] {
  const count = Math.max(0, words.length - n + 1);
  return Array.from({ length: count }, (_, index) =>
    words
      .slice(index, index + n)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** Copied n-grams that follow one another are one piece: k of them cover k + n - 1 words. */
function longestRuns(words: readonly Word[], sources: ReadonlyMap<number, string>, n: number): CopiedSpan[] {
  const runs: CopiedSpan[] = [];
  for (let first = 0; first < words.length; first += 1) {
    const exampleId = sources.get(first);
    if (exampleId === undefined) continue;
    let last = first;
    while (sources.has(last + 1)) last += 1;
    const [from, to] = [words[first], words[last + n - 1]];
    if (from && to) runs.push({ start: from.start, end: to.end, words: last - first + n, exampleId });
    first = last;
  }
  return runs.sort((a, b) => b.words - a.words || a.start - b.start).slice(0, WORST_KEPT);
}
