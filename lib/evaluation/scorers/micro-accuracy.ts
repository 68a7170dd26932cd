import type { Score } from '@/lib/domain/score';

/**
 * The published accuracy over many records: right parts / all parts. For tasks with one part a record it is the
 * share of right answers. 0 for no records, as the published scorers have it.
 */
export function microAccuracy(scores: readonly Pick<Score, 'rightParts' | 'totalParts'>[]): number {
  let right = 0;
  let total = 0;
  for (const score of scores) {
    right += score.rightParts;
    total += score.totalParts;
  }
  return total === 0 ? 0 : right / total;
}
