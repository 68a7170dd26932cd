import { describe, expect, it } from 'vitest';
import type { BulletStep } from '@/lib/contracts/provenance';
import { describeStep, prepareCounters } from './bullet-provenance';

const STEP: BulletStep = {
  iteration: 2,
  candidateHash: 'h',
  kind: 'edited',
  operation: 'merge',
  text: 'Check the sign.',
  helpful: 3,
  harmful: 1,
  byHand: null,
  at: '2026-11-22T00:00:00.000Z',
};

describe('the provenance of a bullet', () => {
  it('says which operation changed it, and names the person where one did', () => {
    expect(describeStep(STEP).why).toBe('in iteration 3, by a merge of the combined update');
    expect(describeStep({ ...STEP, operation: 'hand', byHand: 'Ada' }).why).toBe(
      'in iteration 3, by hand, Ada',
    );
    expect(describeStep({ ...STEP, iteration: -1, operation: 'seed' }).why).toContain('the run began with');
  });

  it('draws its counters by version, with the newest in words', () => {
    const chart = prepareCounters(
      {
        bulletId: 'calc-00001',
        steps: [],
        counters: [
          { iteration: -1, helpful: 0, harmful: 0 },
          { iteration: 0, helpful: 1, harmful: 0 },
        ],
      },
      { split: 'train', hardware: 'this machine', practice: true },
    );
    expect(chart.rows.map(({ x }) => x)).toEqual(['original', '1']);
    expect(chart.summary).toBe('Helpful 1 time, harmful 0 times, in 2 versions that hold it.');
    expect(chart.origin).toContain('practice model');
  });
});
