import { describe, expect, it } from 'vitest';
import { groupCommit } from './group-commit';

describe('group commit', () => {
  it('writes what comes together in one batch, and the next while the first is under way in another', async () => {
    const batches: number[][] = [];
    const write = groupCommit(async (items: readonly number[]) => {
      batches.push([...items]);
      if (batches.length === 1) void later();
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((item) => item * 2);
    });
    const others: Promise<number>[] = [];
    const later = () => others.push(write(4), write(5));
    expect(await Promise.all([write(1), write(2), write(3)])).toEqual([2, 4, 6]);
    expect(await Promise.all(others)).toEqual([8, 10]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('tells every caller in a batch of its failure, and none in the next', async () => {
    const write = groupCommit(async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('refused');
      return items;
    });
    const results = await Promise.allSettled([write('good'), write('bad')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await write('good')).toBe('good');
  });

  it('keeps batches below their largest size', async () => {
    const sizes: number[] = [];
    const write = groupCommit(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        return items;
      },
      { maxItems: 4 },
    );
    await Promise.all(Array.from({ length: 10 }, (_, index) => write(index)));
    expect(sizes).toEqual([4, 4, 2]);
  });
});
