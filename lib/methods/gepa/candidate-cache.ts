import type { Components } from '@/lib/domain/components';
import { candidateKey } from './candidate-key';
import type { Objectives } from './frontier';

/**
 * Scores that a run knows already: one candidate on one example of one split. Train and selection have numbers of
 * their own, so position 3 of the one is never taken for position 3 of the other; where candidates are selected on the
 * training examples themselves, both are the one namespace `train`.
 */
export type CachedSplit = 'train' | 'selection';

export interface CachedScore {
  readonly score: number;
  readonly objectives: Objectives;
}

export interface CandidateCache {
  get(candidate: Components, split: CachedSplit, example: number): CachedScore | undefined;
  put(candidate: Components, split: CachedSplit, scored: ReadonlyMap<number, CachedScore>): void;
}

export function candidateCache(): CandidateCache {
  const scores = new Map<string, CachedScore>();
  const place = (key: string, split: CachedSplit, example: number) => `${key}/${split}/${example}`;
  return {
    get: (candidate, split, example) => scores.get(place(candidateKey(candidate), split, example)),
    put(candidate, split, scored) {
      const key = candidateKey(candidate);
      for (const [example, one] of scored) scores.set(place(key, split, example), one);
    },
  };
}

/** Remembers nothing: what a run does where the cache is off. */
export const NO_CACHE: CandidateCache = { get: () => undefined, put: () => undefined };
