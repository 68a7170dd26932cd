import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvaluatorReply } from './evaluator-reply';

describe('what an evaluator says', () => {
  it('is a number, or an object with a score', () => {
    expect(readEvaluatorReply('0.5')).toEqual({ score: 0.5, notes: '' });
    expect(readEvaluatorReply('{"score": 1, "notes": "n"}')).toEqual({ score: 1, notes: 'n' });
    expect(readEvaluatorReply('{"score": 1, "costUsd": 0.002}')).toEqual({
      score: 1,
      notes: '',
      costUsd: 0.002,
    });
    expect(readEvaluatorReply('{"score": 1, "costUsd": null}')).toEqual({ score: 1, notes: '' });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'score: 1'],
    ['a list', '[1]'],
    ['no score', '{"value": 1}'],
    ['a score that is a text', '{"score": "1"}'],
    ['a score below 0', '-0.1'],
    ['objectives beyond 1', '{"score": 1, "objectives": {"speed": 3}}'],
    ['objectives that are a list', '{"score": 1, "objectives": [1]}'],
    ['an objective without a name', '{"score": 1, "objectives": {" ": 1}}'],
    ['a cost below 0', '{"score": 1, "costUsd": -0.01}'],
    ['a cost that is a text', '{"score": 1, "costUsd": "0.01"}'],
    ['a cost without end', '{"score": 1, "costUsd": 1e999}'],
  ])('is refused as a whole where it is %s', (_what, text) => {
    expect(readEvaluatorReply(text)).toBeNull();
  });

  it('is bounded, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (sideInformation, objectives) => {
        const said = readEvaluatorReply(JSON.stringify({ score: 0.5, sideInformation, objectives }));
        const values = Object.values(said?.objectives ?? {});
        expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
      }),
    );
    const long = readEvaluatorReply(JSON.stringify({ score: 1, sideInformation: 'x'.repeat(60_000) }));
    expect(long?.sideInformation?.length).toBeLessThan(4_100);
  });
});
