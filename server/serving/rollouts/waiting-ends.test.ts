import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EndedCall } from '@/server/repositories/agent-calls';
import { makeWaitingEnds } from './waiting-ends';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const end = (ordinal: number): EndedCall => ({
  ...{ id: 'ro_test', attempt: 1, ordinal, status: 'answered', httpStatus: 200, fault: null, reply: null },
  ...{ endedAt: new Date(0), firstByteMs: 1, delayMs: 2, costUsd: null, countedBy: 'proxy' },
  ...{ tokensIn: 1, tokensOut: 1, tokensCached: 0 },
});

function open(outcome: () => Promise<void> = async () => undefined) {
  const alone: number[][] = [];
  const ends = makeWaitingEnds(
    (ended) => {
      alone.push(ended.map(({ ordinal }) => ordinal));
      return outcome();
    },
    { lingerMs: 20 },
  );
  return { ends, alone };
}

describe('the end of a call', () => {
  it('goes along with the next query, and is written when that one is', async () => {
    const { ends, alone } = open();
    const added = ends.add(end(0));
    const { ended, settleWith } = ends.take();
    expect(ended.map(({ ordinal }) => ordinal)).toEqual([0]);
    expect(ends.take().ended).toEqual([]);
    settleWith(Promise.resolve());
    await added;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(alone).toEqual([]);
  });

  it('is written without a next call after a while, with those that came meanwhile', async () => {
    const { ends, alone } = open();
    const added = [ends.add(end(0))];
    await vi.advanceTimersByTimeAsync(19);
    added.push(ends.add(end(1)));
    expect(alone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(added);
    expect(alone).toEqual([[0, 1]]);
    const later = ends.add(end(2));
    await vi.advanceTimersByTimeAsync(20);
    await later;
    expect(alone).toEqual([[0, 1], [2]]);
  });

  it('is written at once where that is asked for', async () => {
    const { ends, alone } = open();
    const added = ends.add(end(0));
    await ends.writeNow();
    await added;
    expect(alone).toEqual([[0]]);
  });

  it('tells of a query that failed, whichever took it', async () => {
    const { ends } = open(async () => {
      throw new Error('away');
    });
    const along = ends.add(end(0));
    ends.take().settleWith(Promise.reject(new Error('away')));
    await expect(along).rejects.toThrow('away');
    const alone = ends.add(end(1));
    await ends.writeNow();
    await expect(alone).rejects.toThrow('away');
  });
});
