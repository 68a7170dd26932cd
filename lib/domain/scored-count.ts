import type { Measurement } from './score';

/**
 * How many examples a score or a difference rests on, in words: "n = 298, 2 missing". The one wording of pages, reports
 * and refusals, so that none of them leaves out examples without a score. At 0 missing nothing is said of them.
 */
export interface ScoredCount {
  readonly n: number;
  readonly missing?: number | undefined;
}

const amount = (value: number) => value.toLocaleString('en-US');

export const missingWords = (missing = 0): string => (missing > 0 ? `, ${amount(missing)} missing` : '');

export const countWords = ({ n, missing }: ScoredCount): string => `n = ${amount(n)}${missingWords(missing)}`;

/** Facts state the missing examples next to the score; projections and views carry both in one. */
export const withMissing = (score: Measurement, missing: number | undefined): Measurement =>
  missing ? { ...score, missing } : score;
