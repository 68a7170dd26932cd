import { expect, it } from 'vitest';
import { lastKnownGood } from './last-known-good';

it('waits for the first reading alone, and goes on with what it knew while nothing can be read', async () => {
  let now = 0;
  let readings = 0;
  let isAway = false;
  const read = async (name: string) => {
    readings += 1;
    if (isAway) throw new Error('away');
    return `${name} ${readings}`;
  };
  const known = lastKnownGood({ read, freshMs: 10, nowMs: () => now, onFailure: () => undefined });
  expect(await known.of('a')).toBe('a 1');
  now = 9;
  expect(await known.of('a')).toBe('a 1');
  expect(readings).toBe(1);
  now = 10;
  expect(await known.of('a')).toBe('a 1');
  await expect.poll(() => known.of('a')).toBe('a 2');
  isAway = true;
  now = 1_000;
  for (let turn = 0; turn < 5; turn += 1) expect(await known.of('a')).toBe('a 2');
  await expect(known.of('b')).rejects.toThrow('away');
  isAway = false;
  now = 2_000;
  expect(await known.of('a')).toBe('a 2');
  await expect.poll(() => known.of('a')).toMatch(/^a [4-9]$/);
});
