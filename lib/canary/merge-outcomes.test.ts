import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerOutcome, PairState, Side } from '@/lib/domain/canary-pair';
import { mergeOutcomes, NO_ANSWER, NO_OUTCOMES } from './merge-outcomes';

const right: AnswerOutcome = { ...NO_ANSWER, score: 1, latencyMs: 120 };
const wrong: AnswerOutcome = { ...NO_ANSWER, score: 0, latencyMs: 90 };

describe('outcomes of a pair', () => {
  it('come one side at a time, in any order, or both at once, to the same', () => {
    const both = mergeOutcomes(NO_OUTCOMES, { incumbent: right, challenger: wrong }).pair;
    const one = mergeOutcomes(NO_OUTCOMES, { challenger: wrong }).pair;
    expect(one.isSettled).toBe(false);
    expect(mergeOutcomes(one, { incumbent: right }).pair).toEqual(both);
    expect(both.isSettled).toBe(true);
  });

  it('are once however often the same is posted', () => {
    const { pair } = mergeOutcomes(NO_OUTCOMES, { incumbent: right, challenger: wrong });
    const again = mergeOutcomes(pair, { incumbent: right, challenger: wrong });
    expect(again).toEqual({ pair, isChanged: false, refused: [] });
  });

  it('are refused for a side that already has an outcome, which stays', () => {
    const { pair } = mergeOutcomes(NO_OUTCOMES, { incumbent: right });
    const other = mergeOutcomes(pair, { incumbent: wrong, challenger: wrong });
    expect(other.refused).toEqual([{ side: 'incumbent', reason: 'differs' }]);
    expect(other.pair).toEqual({ incumbent: right, challenger: wrong, isSettled: true });
  });

  it('come too late once the pair was counted as lost', () => {
    const lost: PairState = { incumbent: right, challenger: NO_ANSWER, isSettled: true };
    const late = mergeOutcomes(lost, { challenger: right });
    expect(late).toMatchObject({ pair: lost, refused: [{ side: 'challenger', reason: 'tooLate' }] });
  });

  it('never change a side that has an outcome, whatever is posted', () => {
    const answer = fc.record<AnswerOutcome>({
      score: fc.option(fc.constantFrom(0, 0.5, 1)),
      latencyMs: fc.option(fc.nat(10)),
      costUsd: fc.constant(null),
      failure: fc.option(fc.constantFrom('timeout', 'empty')),
    });
    const posts = fc.array(fc.record({ side: fc.constantFrom<Side>('incumbent', 'challenger'), answer }));
    fc.assert(
      fc.property(posts, (given) => {
        let pair: PairState = NO_OUTCOMES;
        for (const { side, answer: posted } of given) {
          const { pair: next } = mergeOutcomes(pair, { [side]: posted });
          for (const one of ['incumbent', 'challenger'] as const)
            if (pair[one].score !== null || pair[one].failure !== null) expect(next[one]).toEqual(pair[one]);
          pair = next;
        }
      }),
    );
  });
});
