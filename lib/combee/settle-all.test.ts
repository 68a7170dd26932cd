import { describe, expect, it } from 'vitest';
import { settleAll } from './settle-all';

/** A promise that ends when the test says so. */
function gated() {
  let resolve: (text: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (text: string) => resolve(text) };
}

describe('settleAll', () => {
  it('keeps the order given, whatever order they end in', async () => {
    const gate = gated();
    const running = settleAll([gate.promise, Promise.resolve('second')]);
    gate.resolve('first');
    expect(await running).toEqual(['first', 'second']);
  });

  it('throws the first failure by position, and only when nothing is in flight any more', async () => {
    const gate = gated();
    let surfaced = false;
    const running = settleAll([
      gate.promise,
      Promise.reject(new Error('first')),
      Promise.reject(new Error('second')),
    ])
      .catch((error: unknown) => error)
      .finally(() => {
        surfaced = true;
      });
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    expect(surfaced).toBe(false);
    gate.resolve('done');
    expect(await running).toEqual(new Error('first'));
  });
});
