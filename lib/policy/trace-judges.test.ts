import { describe, expect, it } from 'vitest';
import type { JudgeAgreement } from '@/lib/domain/trace-scoring';
import { comparisonRefusal, judgeRefusal } from './trace-judges';

const PASSED: JudgeAgreement = {
  ...({ verdict: 'passed', spearman: 0.8, lower: 0.6, upper: 0.9 } as const),
  ...{ pairs: 30, minPairs: 30, spearmanMin: 0.7 },
};

describe('a judge of traces', () => {
  it('may score once it has agreed with people', () => {
    expect(judgeRefusal(PASSED)).toBeNull();
  });

  it('is refused without a comparison, with too few scores, without an order, and with too little agreement', () => {
    const refused: (JudgeAgreement | null)[] = [
      null,
      { ...PASSED, verdict: 'notCalibratable', pairs: 29 },
      { ...PASSED, verdict: 'notCalibratable', spearman: null },
      { ...PASSED, verdict: 'failed', spearman: 0.69 },
    ];
    const refusals = refused.map(judgeRefusal);
    expect(refusals.every((one) => one !== null && one.howToProceed.length > 0)).toBe(true);
    expect(new Set(refusals.map((one) => one?.sentence)).size).toBe(4);
  });

  it('is compared on no fewer traces than its rule wants', () => {
    expect(comparisonRefusal(30, 30)).toBeNull();
    expect(comparisonRefusal(12, 30)?.howToProceed).toEqual([expect.stringContaining('18')]);
  });
});
