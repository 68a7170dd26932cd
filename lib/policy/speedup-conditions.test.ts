import { describe, expect, it } from 'vitest';
import { type Scalable, speedupConditions, unmetConditions } from './speedup-conditions';

const scalable: Scalable = {
  lanes: 8,
  aggregation: 'combee',
  batch: { kind: 'dynamic' },
  diagnosis: { verdict: 'go', reason: 'The curve is flat.' },
};
const unmet = (change: Partial<Scalable>) => unmetConditions(speedupConditions({ ...scalable, ...change }));

describe('R-010 the three conditions of a speedup', () => {
  it('hold where the loop is parallel scans, batches are sized and the serial run converges', () => {
    expect(unmet({})).toEqual([]);
  });

  it('name each that fails, and what to do', () => {
    expect(unmet({ lanes: 1 })).toEqual(['(a) The loop is parallel scans']);
    expect(unmet({ aggregation: 'naive' })).toEqual(['(a) The loop is parallel scans']);
    expect(unmet({ batch: { kind: 'static', size: 80 } })).toEqual(['(b) Batches are sized to the hardware']);
    expect(unmet({ diagnosis: null })).toEqual(['(c) The serial run converges already']);
    expect(unmet({ diagnosis: { verdict: 'undecided', reason: 'Noisy.' }, lanes: 1 })).toHaveLength(2);
    const [, , last] = speedupConditions({ ...scalable, diagnosis: { verdict: 'noGo', reason: 'Rising.' } });
    expect(last?.sentence).toBe('Rising.');
  });
});
