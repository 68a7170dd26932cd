import { describe, expect, it } from 'vitest';
import { TRUTH_ORDER } from '@/lib/domain/truth';
import { runVerdict, verdictBadges } from './run-verdict';

describe('the verdict of a run', () => {
  it('is one word for every finding', () => {
    for (const kind of TRUTH_ORDER) expect(runVerdict('finished', kind).word).toMatch(/^[A-Z][a-z]+(-go)?$/);
  });

  it('calls only a gain better, and every loss or doubt something else', () => {
    const better = TRUTH_ORDER.filter((kind) => runVerdict('finished', kind).word === 'Better');
    expect(better).toEqual(['gain']);
    const good = TRUTH_ORDER.filter((kind) => runVerdict('finished', kind).tone === 'good');
    expect(good).toEqual(['gain', 'go']);
  });

  it('waits for the end of a run, except where its numbers are worthless already', () => {
    expect(runVerdict('running', 'gain').word).toBe('Pending');
    expect(runVerdict('paused', 'worse').word).toBe('Pending');
    expect(runVerdict('running', 'contaminated').word).toBe('Invalid');
    expect(runVerdict('queued', undefined).word).toBe('Pending');
  });

  it('says that a failed run failed, whatever was measured before', () => {
    expect(runVerdict('failed', 'gain')).toEqual({ word: 'Failed', tone: 'bad' });
    expect(runVerdict('failed', undefined).word).toBe('Failed');
  });

  it.each([
    ['undecided', 'neutral'],
    ['serialUndecided', 'neutral'],
    ['collapsed', 'honey'],
  ] as const)('tells a gain apart from what else is asked: %s', (kind, second) => {
    const words = (lower: number | null) =>
      verdictBadges('finished', { kind, gain: { mean: 0.25, lower, upper: 0.37, n: 60 } }).map(
        ({ tone }) => tone,
      );
    expect(words(0.16)).toEqual(['good', second]);
    expect(words(-0.1)).toEqual([second]);
    expect(words(null)).toEqual([second]);
    expect(verdictBadges('running', undefined)).toEqual([runVerdict('running', undefined)]);
  });
});
