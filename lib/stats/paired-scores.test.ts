import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanByExample, pairById, pairedGain } from './paired-scores';
import type { ScoredExamples } from './scored-examples';

const scored = (scores: Readonly<Record<string, number>>): ScoredExamples => ({
  exampleIds: Object.keys(scores),
  scores: Object.values(scores),
});

describe('a gain over the same examples', () => {
  it('is the same gain with the same interval, in whatever order the two lists name the examples', () => {
    const bits = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1)), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(bits, fc.integer({ min: 0, max: 59 }), (pairs, turn) => {
        const measured = (side: 0 | 1, from: number): ScoredExamples => {
          const order = pairs.map((_, at) => (at + from) % pairs.length);
          return {
            exampleIds: order.map((at) => `e${at}`),
            scores: order.map((at) => pairs[at]?.[side] ?? 0),
          };
        };
        expect(pairedGain(measured(0, turn), measured(1, turn + 3))).toEqual(
          pairedGain(measured(0, 0), measured(1, 0)),
        );
      }),
    );
  });

  it('pairs by id and leaves out what only one has', () => {
    expect(pairById(scored({ c: 1, a: 0, b: 1 }), scored({ b: 0, c: 1, d: 1 }))).toEqual([
      { exampleId: 'b', before: 1, after: 0 },
      { exampleId: 'c', before: 1, after: 1 },
    ]);
  });
});

describe('several measurements as one', () => {
  it('is each example’s mean, of those that all have', () => {
    expect(meanByExample([scored({ a: 1, b: 0 }), scored({ b: 1, a: 0, c: 1 })])).toEqual(
      scored({ a: 0.5, b: 0.5 }),
    );
    expect(meanByExample([])).toEqual({ exampleIds: [], scores: [] });
  });
});
