import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { assertSearchIsWaitedFor, assertTakesCandidates } from './searching';

const ace = buildManifest();
const search = buildManifest({ method: gepaTestSettings() });
const stragglers = (changes: object) => ({
  stragglers: { carryOverAfterShare: null, overlap: false, ...changes },
});

describe('a method that searches', () => {
  it.each([
    ['planned grouping', { aggregation: { ...ace.aggregation, grouping: 'planned' as const } }],
    ['carry-over', stragglers({ carryOverAfterShare: 0.9 })],
    ['overlap', stragglers({ overlap: true })],
  ])('is not run with %s, which ACE may have', (_name, changes) => {
    expect(() => assertSearchIsWaitedFor({ ...search, ...changes })).toThrow(/waits for all/);
    expect(() => assertSearchIsWaitedFor({ ...ace, ...changes })).not.toThrow();
  });

  it('is run with a closed barrier', () => {
    expect(() => assertSearchIsWaitedFor(search)).not.toThrow();
    expect(() => assertSearchIsWaitedFor({ ...search, ...stragglers({}) })).not.toThrow();
  });

  it('takes no candidate from outside, while ACE does', () => {
    expect(() => assertTakesCandidates(search)).toThrow(/chooses its candidates itself/);
    expect(() => assertTakesCandidates(ace)).not.toThrow();
  });
});
