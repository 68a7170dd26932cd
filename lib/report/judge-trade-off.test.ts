import { describe, expect, it } from 'vitest';
import { JUDGING, judgedManifest } from '@/lib/testing/toy-judge';
import { judgeTradeOff } from './judge-trade-off';

const { models } = judgedManifest();
const USE = { tokensIn: 1000, tokensOut: 100, examples: 300 };

describe('R-110 what each judge costs', () => {
  it('is the list price of a call, times the examples of a measurement', () => {
    const dear = { ...models.evaluator, usdPerMillionIn: 10, usdPerMillionOut: 20 };
    const proxy = { ...models.evaluator, model: 'small', usdPerMillionIn: 0.1, usdPerMillionOut: 0.2 };
    const costs = judgeTradeOff(
      { models: { ...models, evaluator: dear }, judging: { ...JUDGING, proxy } },
      USE,
    );
    expect(costs).toEqual([
      { seat: 'evaluator', model: 'evaluator', biased: false, usdPerRollout: 0.012, usdPerMeasurement: 3.6 },
      { seat: 'proposer', model: 'proposer', biased: true, usdPerRollout: 0.0012, usdPerMeasurement: 0.36 },
      { seat: 'proxy', model: 'small', biased: false, usdPerRollout: 0.00012, usdPerMeasurement: 0.036 },
    ]);
  });

  it('calls an evaluator that is the proposer biased, and leaves an unknown price open', () => {
    const same = { ...models, evaluator: { ...models.proposer, usdPerMillionOut: null } };
    expect(judgeTradeOff({ models: same, judging: JUDGING }, USE)[0]).toMatchObject({
      biased: true,
      usdPerRollout: null,
      usdPerMeasurement: null,
    });
  });
});
