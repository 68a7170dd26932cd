import { describe, expect, it } from 'vitest';
import { ownOutcome } from './own-outcome';

const BOTH = { incumbent: 'old', challenger: 'new' };

describe('the outcome of the answer that a user got', () => {
  it('of a pair is that of the prompt that was live', () => {
    expect(ownOutcome({ stage: 'shadow', variant: 'challenger' }, BOTH)).toBe('old');
    expect(ownOutcome({ stage: 'watch', variant: 'challenger' }, BOTH)).toBe('new');
    expect(ownOutcome({ stage: 'shadow', variant: 'challenger' }, { challenger: 'new' })).toBeUndefined();
  });

  it('of a live step is that of its arm', () => {
    expect(ownOutcome({ stage: 'liveStep', variant: 'challenger' }, BOTH)).toBe('new');
    expect(ownOutcome({ stage: 'liveStep', variant: 'control' }, BOTH)).toBe('old');
  });

  it('outside of a canary is the one that was told', () => {
    const outside = { stage: null, variant: 'incumbent' } as const;
    expect(ownOutcome(outside, { incumbent: 'old' })).toBe('old');
    expect(ownOutcome(outside, { challenger: 'new' })).toBe('new');
    expect(ownOutcome(outside, {})).toBeUndefined();
  });
});
