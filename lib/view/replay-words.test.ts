import { describe, expect, it } from 'vitest';
import type { ReplayView } from '@/lib/contracts/replay';
import { describeReplay } from './replay-words';

const SAME: ReplayView = {
  runId: 'run_1',
  verdict: 'same',
  runHash: 'a'.repeat(64),
  replayHash: 'a'.repeat(64),
  facts: 1200,
  explanation: 'All examples were used.',
  firstDifference: null,
  tookMs: 850,
  codeVersion: { pinned: '0.1.0', present: '0.1.0' },
  howToProceed: [],
};

describe('the words of a replay', () => {
  it('say what the same hash means', () => {
    const { tone, sentence } = describeReplay(SAME);
    expect(tone).toBe('good');
    expect(sentence).toContain('(1,200 facts in 850 ms)');
  });

  it.each([
    ['changed', 12, 'entry 12 of the ledger, batch.planned/1: the replay states it otherwise'],
    ['missing', 12, 'the replay does not state it'],
    ['added', null, 'batch.planned/1, which only the replay states'],
  ] as const)('name the first fact that is %s', (kind, seq, words) => {
    const firstDifference = { key: 'batch.planned/1', kind, seq };
    const told = describeReplay({ ...SAME, verdict: 'different', replayHash: 'b', firstDifference });
    expect(told.tone).toBe('bad');
    expect(told.sentence).toContain(words);
    expect(told.sentence).not.toContain('code version');
  });

  it('name both versions of the code where they differ, and why a replay came to no end', () => {
    const told = describeReplay({
      ...SAME,
      verdict: 'different',
      replayHash: null,
      explanation: 'A call is missing.',
      codeVersion: { pinned: '0.1.0', present: '0.2.0' },
    });
    expect(told.sentence).toContain('A call is missing. The run was started with code version 0.1.0');
    const givenUp = describeReplay({ ...SAME, verdict: 'unfinished', explanation: 'Too long.' });
    expect(givenUp).toEqual({ tone: 'honey', title: 'The replay did not end', sentence: 'Too long.' });
  });
});
