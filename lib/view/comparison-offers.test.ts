import { describe, expect, it } from 'vitest';
import type { RunView } from '@/lib/contracts/run-shapes';
import { EMPTY_SUMMARY } from '@/lib/projection/run-summary';
import { comparisonOffers } from './comparison-offers';

const score = { mean: 0.5, lower: 0.4, upper: 0.6, n: 60 };
const run = (id: string, experimentId: string, more: Partial<RunView> = {}) => ({
  ...{ id, experimentId, experimentName: experimentId.toUpperCase() },
  ...{ kind: 'combee' as const, status: 'finished' as const },
  summary: { ...EMPTY_SUMMARY, bestScore: score } as RunView['summary'],
  ...more,
});

describe('comparisons on offer', () => {
  it('hold the measured runs of one experiment, the serial baseline first', () => {
    const offers = comparisonOffers([
      run('run_2', 'exp_a'),
      run('run_1', 'exp_a', { kind: 'serialBaseline' }),
      run('run_3', 'exp_b'),
    ]);
    expect(offers).toEqual([
      { experimentId: 'exp_a', name: 'EXP_A', runs: 2, href: '/compare?runs=run_1,run_2' },
    ]);
  });

  it('leave out runs that are going, failed, unmeasured or only score a prompt again', () => {
    const runs = [
      run('run_1', 'exp_a'),
      run('run_2', 'exp_a', { status: 'running' }),
      run('run_3', 'exp_a', { kind: 'evaluation' }),
      run('run_4', 'exp_a', { summary: EMPTY_SUMMARY as RunView['summary'] }),
    ];
    expect(comparisonOffers(runs)).toEqual([]);
  });

  it('name at most ten runs, which is what a comparison example by example takes', () => {
    const runs = Array.from({ length: 14 }, (_, index) => run(`run_${index}`, 'exp_a'));
    expect(comparisonOffers(runs)[0]?.runs).toBe(10);
  });
});
