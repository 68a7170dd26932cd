import { describe, expect, it } from 'vitest';
import { makeMirrorQueue } from './mirror-queue';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of what is answered twice', () => {
  it('runs so many at once, in their order, and the rest as places come free', async () => {
    const queue = makeMirrorQueue({ atOnce: 2, requests: 10, bytes: 1000 });
    const order: number[] = [];
    const ends: (() => void)[] = [];
    for (const index of [0, 1, 2, 3]) {
      void queue.admit(1)?.run(() => {
        order.push(index);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    }
    await settled();
    expect(order).toEqual([0, 1]);
    ends[0]?.();
    await expect.poll(() => order).toEqual([0, 1, 2]);
  });

  it('begins after the present turn, so that the caller of the first answer goes first', async () => {
    const queue = makeMirrorQueue({ atOnce: 2, requests: 10, bytes: 1000 });
    let hasRun = false;
    void queue.admit(1)?.run(async () => {
      hasRun = true;
    });
    await Promise.resolve();
    expect(hasRun).toBe(false);
    await expect.poll(() => hasRun).toBe(true);
  });

  it('has room for so many requests and bytes, and gets each back once', async () => {
    const queue = makeMirrorQueue({ atOnce: 2, requests: 2, bytes: 100 });
    const first = queue.admit(60);
    expect(queue.admit(60)).toBeNull();
    const second = queue.admit(40);
    expect(queue.admit(0)).toBeNull();
    expect([queue.underWay, queue.refused]).toEqual([2, 2]);
    first?.release();
    first?.release();
    expect(queue.underWay).toBe(1);
    second?.release();
    await queue.idle();
  });

  it('goes on after one that fails', async () => {
    const queue = makeMirrorQueue({ atOnce: 1, requests: 2, bytes: 100 });
    const broken = queue.admit(1)?.run(() => Promise.reject(new Error('no')));
    const next = queue.admit(1)?.run(async () => 'yes');
    await expect(broken).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
