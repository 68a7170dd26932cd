import { describe, expect, it } from 'vitest';
import { openSplitDraft } from './split-draft';
import { partsOf, splitPower } from './split-power';

describe('what a split can show', () => {
  it('warns where the smallest gain is above 5 points', () => {
    expect(splitPower({ heldOut: 300, confirmation: 150 }).isWeak).toBe(true);
    expect(splitPower({ heldOut: 1000, confirmation: 400 }).isWeak).toBe(false);
  });

  it('says how many held-out examples a margin of a point takes, and that nothing confirms without confirmation', () => {
    expect(splitPower({ heldOut: 300, confirmation: 0 }).sentences.join(' ')).toMatch(
      /needs 597 .*nothing confirms/,
    );
    expect(splitPower({ heldOut: 597, confirmation: 10 }).sentences.join(' ')).toMatch(/Enough to hold/);
  });

  it('counts the parts of shares and of counts, and none of a rule by file', () => {
    const draft = openSplitDraft(['one'], 800);
    expect(partsOf(draft, 1000)).toEqual({ heldOut: 300, confirmation: 100 });
    expect(partsOf({ ...draft, mode: 'counts' }, 1000)).toEqual({ heldOut: 300, confirmation: 150 });
    expect(partsOf({ ...draft, mode: 'bySource' }, 1000)).toBeNull();
  });
});
