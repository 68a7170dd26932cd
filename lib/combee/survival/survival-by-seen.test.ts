import { describe, expect, it } from 'vitest';
import type { FollowedInsight } from '@/lib/domain/survival-facts';
import { survivalBySeen } from './survival-by-seen';

const insight = (id: string, place: FollowedInsight['place'], more: Partial<FollowedInsight> = {}) => ({
  ...{ id, place, by: null, groups: [] },
  ...more,
});

describe('survival by the share seen', () => {
  const shares = new Map([
    ['0/0', 0.31],
    ['0/1', 0.5],
    ['0/2', 1],
  ]);

  it('counts each new insight in the band of its reflection, at its edges too', () => {
    const insights = [
      insight('i0.0.0', 'lostLevel1'),
      insight('i0.0.1', 'prompt'),
      insight('i0.1.0', 'lostLevel2'),
      insight('i0.2.0', 'notApplied'),
    ];
    expect(survivalBySeen([{ insights }], shares)).toEqual([
      { band: 'under50', n: 2, survived: 1 },
      { band: 'under100', n: 1, survived: 0 },
      { band: 'all', n: 1, survived: 1 },
    ]);
  });

  it('leaves out known and carried insights, and those whose share is not known', () => {
    const insights = [
      insight('i0.0.0', 'prompt', { known: true }),
      insight('i0.1.0', 'prompt', { carried: true }),
      insight('i0.7.0', 'prompt'),
    ];
    expect(survivalBySeen([{ insights }], shares)).toEqual([]);
  });
});
