import { describe, expect, it } from 'vitest';
import type { EndedCall, NewCall } from '@/server/repositories/agent-calls';
import { makeCallBooks } from './call-books';

const PLACE = { id: 'ro_test', attempt: 1 };
const COST = { tokensIn: 1, tokensOut: 1, tokensCached: 0, costUsd: null, countedBy: 'proxy' } as const;

const call = (ordinal: number): NewCall => ({
  ...{ ...PLACE, ...COST, ordinal, dialect: 'openaiChat', digest: '', retryOf: null, status: 'sent' },
  ...{ httpStatus: null, fault: null, startedAt: new Date(0), asked: {}, sent: {}, request: Buffer.alloc(0) },
});

const end = (ordinal: number): EndedCall => ({
  ...{ ...PLACE, ...COST, ordinal, status: 'answered', httpStatus: 200, fault: null, endedAt: new Date(0) },
  ...{ firstByteMs: 1, delayMs: 2, reply: null },
});

interface Flush {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Books over queries whose flushes the test ends by hand; `log` tells what was sent. */
function open() {
  const log: string[] = [];
  const flushes: Flush[] = [];
  const named = (kind: string, of: readonly { readonly ordinal: number }[]) =>
    log.push([kind, ...of.map(({ ordinal }) => ordinal)].join(' '));
  const heard = (calls: readonly NewCall[]) =>
    calls.map(() => ({ status: 'running', secondsLeft: 60 }) as const);
  const disk = () =>
    new Promise<void>((resolve, reject) => {
      flushes.push({ resolve, reject });
    });
  const books = makeCallBooks(
    {
      async open(calls) {
        named('open', calls);
        return heard(calls);
      },
      async openAndFlush(calls, ended) {
        named('open', calls);
        named('flush with ends', ended);
        return { heard: heard(calls), durable: disk() };
      },
      flush(ended) {
        named('flush with ends', ended);
        return disk();
      },
      async end(ended) {
        named('ends', ended);
      },
    },
    { lingerMs: 60_000 },
  );
  return { books, log, flushes };
}

describe('a call in the books', () => {
  it('is told as written before the disk has it, and takes along the ends of earlier ones', async () => {
    const { books, log, flushes } = open();
    const ended = books.writeEnded(end(0));
    const { durable } = await books.writeNew(call(1));
    expect(log).toEqual(['open 1', 'flush with ends 0']);
    flushes[0]?.resolve();
    await Promise.all([durable, ended]);
  });

  it('does not wait for a slow disk, and one flush serves all that came meanwhile', async () => {
    const { books, log, flushes } = open();
    const first = await books.writeNew(call(0));
    const second = await books.writeNew(call(1));
    const third = await books.writeNew(call(2));
    expect(log).toEqual(['open 0', 'flush with ends', 'open 1', 'open 2']);
    flushes[0]?.resolve();
    await first.durable;
    await expect.poll(() => flushes.length).toBe(2);
    flushes[1]?.resolve();
    await Promise.all([second.durable, third.durable]);
    expect(flushes).toHaveLength(2);
  });

  it('is not durable where its flush failed, and the next one is flushed again', async () => {
    const { books, flushes } = open();
    const lost = await books.writeNew(call(0));
    const after = await books.writeNew(call(1));
    flushes[0]?.reject(new Error('gone'));
    await expect(lost.durable).rejects.toThrow('gone');
    await expect.poll(() => flushes.length).toBe(2);
    flushes[1]?.resolve();
    await after.durable;
  });
});
