import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { admitCaller } from './admit';
import { makeServingLimits } from './serving-limits';

/** A directory that knows no key, and counts how often it was asked to look one up. */
function emptyDirectory() {
  const asked = { lookups: 0 };
  return {
    asked,
    async actorOf(_secret: string, beforeLookup?: () => Promise<void>) {
      await beforeLookup?.();
      asked.lookups += 1;
      throw new AppError('KEY_INVALID', 'This key is not known.');
    },
  };
}

const from = (address: string, key: string) =>
  new Request('http://test', { headers: { 'x-api-key': key, 'x-forwarded-for': address } });

describe('whoever guesses keys', () => {
  it('reaches the database no more often than a stranger may ask, and holds up no other address', async () => {
    const keys = emptyDirectory();
    const limits = makeServingLimits({ perMinute: 1_000 });
    const guess = (address: string, index: number) =>
      admitCaller(from(address, `wgl_${index}`), { keys, limits }).then(
        () => 'admitted',
        (error: unknown) => (AppError.is(error) ? error.code : String(error)),
      );
    const codes = new Set<string>();
    for (let index = 0; index < 500; index += 1) codes.add(await guess('10.0.0.1', index));
    expect([...codes]).toEqual(['KEY_INVALID', 'RATE_LIMITED']);
    expect(keys.asked.lookups).toBe(300);
    expect(await guess('10.0.0.2', 0)).toBe('KEY_INVALID');
  });
});
