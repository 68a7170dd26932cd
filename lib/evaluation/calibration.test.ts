import { describe, expect, it } from 'vitest';
import { calibrationSize, decideCalibration, type JudgedAnswer } from './calibration';

const RULE = { sampleShare: 0.05, minPairs: 30, spearmanMin: 0.7 };
const judged = (acting: number, reference: number, again = acting): JudgedAnswer => ({
  acting,
  reference,
  again,
});

/** Ranks 1..n against the same with neighbours far apart swapped until sum(d^2) is as asked: rho = 1 - 6 S / (n^3 - n). */
const ofRho = (order: readonly number[]) => order.map((rank, index) => judged(index + 1, rank));

describe('R-206 how many answers both judges score', () => {
  it('takes the share, but never fewer than the least number of pairs', () => {
    expect(calibrationSize(RULE, 200)).toBe(30);
    expect(calibrationSize(RULE, 600)).toBe(30);
    expect(calibrationSize(RULE, 601)).toBe(31);
    expect(calibrationSize(RULE, 2000)).toBe(100);
  });

  it('takes all where there are fewer', () => {
    expect(calibrationSize(RULE, 12)).toBe(12);
    expect(calibrationSize(RULE, 0)).toBe(0);
  });
});

describe('R-206 the verdict on a judge', () => {
  // Five pairs, ranks 1..5 against these: sum of squared differences 6 gives 1 - 36/120 = 0.70, 8 gives 0.60.
  const few = { ...RULE, minPairs: 5 };

  it('passes at exactly 0.70 and fails below', () => {
    const at = decideCalibration(few, ofRho([2, 3, 1, 4, 5]));
    expect(at).toMatchObject({ verdict: 'passed', pairs: 5 });
    expect(at.spearman).toBeCloseTo(0.7, 12);
    const below = decideCalibration(few, ofRho([3, 2, 1, 4, 5]));
    expect(below).toMatchObject({ verdict: 'failed' });
    expect(below.spearman).toBeCloseTo(0.6, 12);
    expect(below).toMatchObject({ pairs: 5, minPairs: 5, spearmanMin: 0.7 });
  });

  it('shares ranks between ties', () => {
    // Right or wrong: 15 agree on 1, 13 on 0, and each judge has one 1 alone. Pearson of the ranks = phi.
    const pairs = [
      ...Array.from({ length: 15 }, () => judged(1, 1)),
      ...Array.from({ length: 13 }, () => judged(0, 0)),
      judged(1, 0),
      judged(0, 1),
    ];
    // phi = (15 * 13 - 1) / (16 * 14) = 194 / 224
    expect(decideCalibration(RULE, pairs).spearman).toBeCloseTo(194 / 224, 12);
  });

  it('cannot be told from a constant vector, which is neither a pass nor a fail', () => {
    const constant = Array.from({ length: 40 }, (_, index) => judged(1, index % 2));
    expect(decideCalibration(RULE, constant)).toMatchObject({
      verdict: 'notCalibratable',
      spearman: null,
      lower: null,
      pairs: 40,
    });
  });

  it('is "not yet calibrated" below the least number of pairs, with what was found beside it', () => {
    const pairs = Array.from({ length: 29 }, (_, index) => judged(index, index));
    const found = decideCalibration(RULE, pairs);
    expect(found).toMatchObject({ verdict: 'notCalibratable', pairs: 29 });
    expect(found.spearman).toBeCloseTo(1, 12);
    expect(found.minPairs).toBe(30);
    expect(decideCalibration(RULE, [...pairs, judged(29, 29)]).verdict).toBe('passed');
  });

  it('forms no pair from a verdict that could not be read', () => {
    const pairs = Array.from({ length: 30 }, (_, index) => judged(index, index));
    const unread = { acting: null, reference: 0.5, again: null };
    expect(decideCalibration(RULE, [...pairs, unread, unread]).pairs).toBe(30);
    expect(decideCalibration(RULE, [...pairs.slice(1), unread]).verdict).toBe('notCalibratable');
  });

  it('shows what the judge differs from itself by', () => {
    const pairs = [judged(0.5, 1, 0.7), judged(1, 0, 1), { acting: 0.2, reference: 1, again: null }];
    expect(decideCalibration(RULE, pairs).judgeNoise).toBeCloseTo(0.1, 12);
    expect(decideCalibration(RULE, []).judgeNoise).toBeNull();
  });
});
