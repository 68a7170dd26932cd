import { describe, expect, it } from 'vitest';
import { lowerScoreBound } from './score-bound';

const answers = (right: number, n: number) => Array.from({ length: n }, (_, at) => (at < right ? 1 : 0));

describe('the score that is shown', () => {
  it('is Clopper and Pearson’s lower end for right and wrong answers', () => {
    // 10 of 10: 0.025^(1/10).
    expect(lowerScoreBound(answers(10, 10), 0.025)).toBeCloseTo(0.025 ** 0.1, 9);
    expect(lowerScoreBound(answers(0, 10), 0.025)).toBe(0);
  });

  it('falls with the number of looks and with every missing score', () => {
    const one = lowerScoreBound(answers(80, 100), 0.025) ?? 0;
    expect(lowerScoreBound(answers(80, 100), 0.0025)).toBeLessThan(one);
    expect(lowerScoreBound([...answers(80, 95), null, null, null, null, null], 0.025)).toBeCloseTo(one, 9);
  });

  it('is Student’s for parts of a score, and nothing for a single one', () => {
    const parts = [0.5, 0.6, 0.7, 0.8];
    // 0.65 - 3.182 * 0.1291 / 2.
    expect(lowerScoreBound(parts, 0.025)).toBeCloseTo(0.4446, 3);
    expect(lowerScoreBound([0.5], 0.025)).toBeNull();
  });
});
