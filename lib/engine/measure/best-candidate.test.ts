import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BestCandidate } from '@/lib/engine/run-state';
import { measure } from '@/lib/stats/mean-interval';
import { keepIfBest } from './best-candidate';

type Scores = readonly (number | null)[];

const EXAMPLES = 12;
const TIE_BREAK = { tieBreak: 'costThenLength' } as never;

function measured(text: string, scores: Scores): BestCandidate {
  const score = measure(scores.filter((one) => one !== null));
  const exampleIds = scores.map((_, at) => `e${at}`);
  return { candidate: { hash: text, text }, score, measured: { exampleIds, scores }, costUsd: null };
}

function isKept(best: Scores, later: Scores): boolean {
  return keepIfBest({ best: measured('first', best) }, measured('other', later), TIE_BREAK);
}

const score = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
const scores = fc.array(fc.option(score, { nil: null, freq: 3 }), {
  minLength: EXAMPLES,
  maxLength: EXAMPLES,
});
const sharedOf = (one: Scores, other: Scores) =>
  one.flatMap((own, at) => (own === null || other[at] == null ? [] : [[own, other[at]] as const]));

describe('the best candidate where scores are missing', () => {
  it('is decided by the examples scored under both, whatever was scored under one only', () => {
    fc.assert(
      fc.property(scores, scores, fc.array(score, { minLength: EXAMPLES }), (best, later, others) => {
        const elsewhere = (own: Scores, other: Scores) =>
          own.map((one, at) => (one !== null && other[at] === null ? (others[at] ?? 0) : one));
        expect(isKept(elsewhere(best, later), elsewhere(later, best))).toBe(isKept(best, later));
        const shared = sharedOf(best, later);
        const lead = shared.reduce((sum, [before, after]) => sum + after - before, 0);
        expect(isKept(best, later)).toBe(shared.length > 0 && lead > 0);
      }),
    );
  });

  it('does not go to a candidate whose hard examples were the ones without a score', () => {
    const best = [1, 1, 1, 0, 0, 0];
    expect(isKept(best, [1, 1, 0, null, null, null]), 'mean 0.67 against 0.50').toBe(false);
    expect(isKept([1, 1, 0, null, null, null], [1, 1, 1, 0, 0, 0]), 'mean 0.50 against 0.67').toBe(true);
  });

  it('stays the earlier one where no example was scored under both', () => {
    expect(isKept([0, null], [null, 1])).toBe(false);
  });
});
