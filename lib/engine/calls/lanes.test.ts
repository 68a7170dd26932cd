import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLanes } from './lanes';

describe('lanes', () => {
  it('never lets more through than there are lanes, and lets everybody through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 60 }),
        async (width, callers) => {
          const lanes = makeLanes(width);
          let inside = 0;
          let most = 0;
          let done = 0;
          const call = async (turns: number) => {
            await lanes.acquire();
            inside += 1;
            most = Math.max(most, inside);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            inside -= 1;
            done += 1;
            lanes.release();
          };
          await Promise.all(Array.from({ length: callers }, (_, index) => call(index % 5)));
          expect(most).toBeLessThanOrEqual(width);
          expect(done).toBe(callers);
          expect(lanes.inUse).toBe(0);
        },
      ),
    );
  });

  it('lets calls of rank `behind` through only where no other call waits', async () => {
    const lanes = makeLanes(1);
    await lanes.acquire();
    const got: string[] = [];
    const enter = (name: string, rank?: 'first' | 'behind') => lanes.acquire(rank).then(() => got.push(name));
    const waiting = [enter('measured', 'behind'), enter('mapped'), enter('mapped later', 'first')];
    for (const _ of waiting) {
      lanes.release();
      await Promise.race(waiting);
      await new Promise(setImmediate);
    }
    expect(got).toEqual(['mapped', 'mapped later', 'measured']);
    lanes.resize(3);
    expect(lanes.inUse).toBe(1);
  });
});
