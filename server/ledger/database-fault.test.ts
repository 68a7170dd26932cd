import { describe, expect, it } from 'vitest';
import { databaseReturnedWithin, diskFullWithin, holdingOut } from './database-fault';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('an absent database', () => {
  it('is waited for, so that nothing paid is thrown away by a restart', async () => {
    let tries = 0;
    const write = async () => {
      tries += 1;
      if (tries < 3) throw refused;
      return 'written';
    };
    const waited: number[] = [];
    expect(await holdingOut(write, { onAway: (ms) => waited.push(ms) })).toBe('written');
    expect(waited).toHaveLength(1);
    expect(databaseReturnedWithin(10_000)).toBe(true);
  });

  it('does not count two colliding writers: the one that was aborted writes again', async () => {
    let tries = 0;
    const waited: number[] = [];
    const write = async () => {
      tries += 1;
      if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      return 'written';
    };
    expect(await holdingOut(write, { onAway: (ms) => waited.push(ms) })).toBe('written');
    expect(waited).toEqual([]);
  });

  it('of which the disk is full is waited for beyond every limit, until there is room', async () => {
    expect(diskFullWithin(10_000)).toBe(false);
    let tries = 0;
    const write = async () => {
      tries += 1;
      if (tries < 4) throw Object.assign(new Error('could not extend file'), { code: '53100' });
      return 'written';
    };
    const waited: number[] = [];
    expect(await holdingOut(write, { limitMs: 0, onAway: (ms) => waited.push(ms) })).toBe('written');
    expect(waited).toHaveLength(1);
    expect(diskFullWithin(10_000)).toBe(true);
  });

  it('is given up after the limit with a retryable error; what is wrong is given up at once', async () => {
    const gone = () => Promise.reject(refused);
    await expect(holdingOut(gone, { limitMs: 0 })).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      retryable: true,
    });
    const wrong = () => Promise.reject(new Error('syntax error'));
    await expect(holdingOut(wrong)).rejects.toThrow('syntax error');
  });
});
