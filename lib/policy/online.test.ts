import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { assertOnlineIsHonest } from './online';

const usual = buildManifest();
const online = { ...usual, method: { ...usual.method, mode: 'online' as const } };

describe('online learning', () => {
  it('goes with one epoch and without carry-over', () => {
    expect(() => assertOnlineIsHonest(online as typeof usual)).not.toThrow();
    expect(() => assertOnlineIsHonest({ ...usual, epochs: 3 })).not.toThrow();
  });

  it('is refused with a second epoch, which would measure what was learned from', () => {
    expect(() => assertOnlineIsHonest({ ...(online as typeof usual), epochs: 2 })).toThrow(
      /meets each one once/,
    );
  });

  it('is refused with carry-over, which scores examples after their window is closed', () => {
    const stragglers = { carryOverAfterShare: 0.9, overlap: false } as never;
    expect(() => assertOnlineIsHonest({ ...(online as typeof usual), stragglers })).toThrow(
      /leaves none behind/,
    );
  });
});
