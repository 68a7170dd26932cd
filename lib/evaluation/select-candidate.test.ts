import { describe, expect, it } from 'vitest';
import { type MeasuredCandidate, replacesBest } from './select-candidate';

const best: MeasuredCandidate = { scoreHeldOut: 0.8, costUsd: 2, length: 100 };
const with_ = (change: Partial<MeasuredCandidate>) => replacesBest({ ...best, ...change }, best);

describe('R-125 the prompt that a run hands on', () => {
  it('is the best on held-out, whatever it costs', () => {
    expect(with_({ scoreHeldOut: 0.81, costUsd: 9, length: 900 })).toBe(true);
    expect(with_({ scoreHeldOut: 0.79, costUsd: 1, length: 1 })).toBe(false);
  });
});

describe('R-126 equal scores', () => {
  it('go to the lower cost first', () => {
    expect(with_({ costUsd: 1.9, length: 900 })).toBe(true);
    expect(with_({ costUsd: 2.1, length: 1 })).toBe(false);
  });

  it('then to the shorter prompt, also where a cost is unknown', () => {
    expect(with_({ length: 99 })).toBe(true);
    expect(with_({ length: 101 })).toBe(false);
    expect(with_({ costUsd: null, length: 99 })).toBe(true);
  });

  it('then to the earlier one', () => {
    expect(with_({})).toBe(false);
  });
});
