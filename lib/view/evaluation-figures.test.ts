import { describe, expect, it } from 'vitest';
import type { EvaluationSummaryView } from '@/lib/contracts/evaluations';
import { prepareEvaluationFigures } from './evaluation-figures';

const summary: EvaluationSummaryView = {
  experimentId: 'exp_1',
  cache: { read: true, namespace: 'default', offReason: '' },
  asked: 200,
  hits: 50,
  hitRate: 0.25,
  savedUsd: 1.5,
  kept: 150,
  runs: [],
  invalidations: [],
  judging: {
    scoredBy: 'judge',
    judge: 'separate',
    costCeilingUsd: null,
    basis: 'estimated',
    examples: 60,
    costs: [
      { seat: 'evaluator', model: 'a', biased: false, usdPerRollout: 0.01, usdPerMeasurement: 0.6 },
      { seat: 'proposer', model: 'b', biased: true, usdPerRollout: null, usdPerMeasurement: null },
    ],
  },
};

describe('the figures of the evaluation cache', () => {
  it('name hit rate and dollars spared', () => {
    const { lines, summary: sentence } = prepareEvaluationFigures(summary);
    expect(lines.map(({ value }) => value)).toEqual(['on', '25.0 %', '50 of 200', '$1.50', '150']);
    expect(sentence).toBe('$1.50 were not paid a second time.');
  });

  it('do not call it a rate before the first evaluation, and give the reason where it is off', () => {
    const cache = { ...summary.cache, read: false, offReason: 'Noise is measured.' };
    const { lines, summary: sentence } = prepareEvaluationFigures({
      ...summary,
      cache,
      asked: 0,
      hits: 0,
      hitRate: null,
    });
    expect(lines.slice(0, 2).map(({ value }) => value)).toEqual(['off: Noise is measured.', '–']);
    expect(sentence).toBe('Nothing was evaluated yet.');
  });

  it('R-110 show what each judge costs, and nothing where code scores', () => {
    expect(prepareEvaluationFigures(summary).tradeOff).toMatchObject({
      sentence: expect.stringMatching(/60 examples; costs are estimated/),
      costs: [{ biased: false }, { biased: true }],
    });
    const judging = { ...summary.judging, scoredBy: 'code' as const };
    expect(prepareEvaluationFigures({ ...summary, judging }).tradeOff).toBeNull();
  });
});
