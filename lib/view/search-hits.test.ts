import { describe, expect, it } from 'vitest';
import { describeFound, describePlace, searchHitHref, searchHref } from './search-hits';

const hit = {
  kind: 'trace' as const,
  runId: 'run_1',
  iteration: 4,
  candidateHash: null,
  exampleId: 'ex-7',
  split: 'heldOut' as const,
  rolloutSeq: 31,
};

describe('what a search finds', () => {
  it('leads to the candidate, to the trace, and for a reflection to the trace that it is about', () => {
    expect(searchHitHref({ ...hit, kind: 'prompt', candidateHash: 'ab12', rolloutSeq: null })).toBe(
      '/runs/run_1?tab=prompt&to=ab12',
    );
    expect(searchHitHref(hit)).toBe('/runs/run_1?tab=rollouts&rollout=31');
    expect(searchHitHref({ ...hit, kind: 'reflection', rolloutSeq: null })).toBe(
      '/runs/run_1?tab=iterations&iteration=5',
    );
  });

  it('names the place of a hit, with iterations counted from one', () => {
    expect(describePlace(hit)).toBe('Trace, iteration 5, example ex-7, held-out');
    expect(describePlace({ ...hit, kind: 'prompt', iteration: -1 })).toBe(
      'In the prompt that the run began with',
    );
    expect(describePlace({ ...hit, kind: 'reflection' })).toBe('Reflection, iteration 5, example ex-7');
  });

  it('never claims to have counted what it has not', () => {
    expect(describeFound({ count: 1000, isMore: true }, 'trace')).toBe('more than 1,000 traces');
    expect(describeFound({ count: 1, isMore: false }, 'prompt')).toBe('1 prompt');
    expect(describeFound({ count: 0, isMore: false }, 'reflection')).toBe('0 reflections');
  });

  it('keeps the whole question in the address', () => {
    expect(searchHref({ q: 'a & b', kind: 'prompt', run: '' })).toBe('/search?q=a+%26+b&kind=prompt');
  });
});
