import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { admitCaller } from './admit';
import { makeServingLimits } from './serving-limits';

const VALID = 'wgl_valid';
const actor = {
  ...({ workspaceId: 'wsp_1', role: 'viewer', name: 'key test', via: 'key' } as const),
  ...{ userId: null, keyId: 'key_1' },
  slotKey: { slotId: 'slt_1', scopes: ['evaluate'] as const, isBrowser: false, origins: [] },
};
const keys = {
  actorOf: async (secret: string) => {
    if (secret === VALID) return actor;
    const isAway = secret === 'wgl_while_away';
    throw new AppError(isAway ? 'DATABASE_UNAVAILABLE' : 'KEY_INVALID', 'Not now.');
  },
};

const from = (address: string, key: string) =>
  new Request('http://test', { headers: { 'x-api-key': key, 'x-forwarded-for': address } });

describe('an address from which keys are guessed', () => {
  const limits = makeServingLimits({ perMinute: 1_000 });
  const ask = (address: string, key: string) =>
    admitCaller(from(address, key), { keys, limits }).then(
      () => 'admitted',
      (error: unknown) => (AppError.is(error) ? error.code : String(error)),
    );

  it('is told to wait after 300 bad keys; a valid key that was never seen is admitted all the same', async () => {
    const codes: string[] = [];
    for (let index = 0; index < 500; index += 1) codes.push(await ask('10.0.0.1', `wgl_${index}`));
    expect(codes.lastIndexOf('KEY_INVALID')).toBe(299);
    expect(codes[300]).toBe('RATE_LIMITED');
    expect(await ask('10.0.0.1', VALID)).toBe('admitted');
    expect(await ask('10.0.0.2', 'wgl_0')).toBe('KEY_INVALID');
  });

  it('is no such address where a key could only not be looked up', async () => {
    for (let index = 0; index < 400; index += 1) await ask('10.0.0.3', 'wgl_while_away');
    expect(await ask('10.0.0.3', 'wgl_other')).toBe('KEY_INVALID');
  });
});
