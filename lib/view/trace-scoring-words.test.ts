import { describe, expect, it } from 'vitest';
import type { TraceScoringView } from '@/lib/contracts/trace-scoring-shapes';
import type { JudgeAgreement } from '@/lib/domain/trace-scoring';
import { agreementText, scoringProgress, scoringState } from './trace-scoring-words';

const SCORING: TraceScoringView = {
  ...({ id: 'tsc_1', purpose: 'score', state: 'working', filter: {}, usdMax: null } as const),
  evaluator: { experimentId: 'exp_1', kind: 'http', name: 'Answers', target: 'https://e.example' },
  practice: false,
  ...{ planned: 1_200, scored: 900, failed: 0, lastFault: null, calls: 900, usd: 1.5, unpriced: 0 },
  ...{ calibration: null, problem: null, startedBy: 'Ada', createdAt: '2026-11-27T10:00:00Z', endedAt: null },
};
const AGREEMENT: JudgeAgreement = {
  ...({ verdict: 'passed', spearman: 0.81, lower: 0.6, upper: 0.92 } as const),
  ...{ pairs: 34, minPairs: 30, spearmanMin: 0.7 },
};

describe('a scoring of traces in words', () => {
  it('says how far it is, how many have no score, and the cost', () => {
    expect(scoringProgress(SCORING)).toBe('900 of 1,200 traces, $1.50.');
    expect(scoringProgress({ ...SCORING, failed: 3, unpriced: 900 })).toBe(
      '903 of 1,200 traces, 3 without a score, cost not known.',
    );
    expect(scoringProgress({ ...SCORING, unpriced: 1 })).toContain('$1.50 and 1 call of unknown cost');
  });

  it('says why it failed', () => {
    const problem = { code: 'PROVIDER_AWAY', detail: 'The evaluator is away.', howToProceed: [] };
    expect(scoringProgress({ ...SCORING, state: 'failed', problem })).toContain('The evaluator is away.');
  });

  it('gives an agreement with interval, n and what is needed', () => {
    expect(agreementText(AGREEMENT)).toBe(
      'Spearman 0.81 (95 % interval 0.60 to 0.92) over 34 traces, at least 0.70 is needed',
    );
    expect(agreementText({ ...AGREEMENT, pairs: 12 })).toContain('at least 30');
    expect(agreementText({ ...AGREEMENT, spearman: null })).toContain('no order');
  });

  it('never shows a finished comparison as good where the judge did not pass', () => {
    const states = (['passed', 'failed', 'notCalibratable'] as const).map((verdict) =>
      scoringState({ ...SCORING, state: 'finished', calibration: { ...AGREEMENT, verdict } }),
    );
    expect(states.map(({ tone }) => tone)).toEqual(['good', 'honey', 'honey']);
  });
});
