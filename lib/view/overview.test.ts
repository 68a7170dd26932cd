import { describe, expect, it } from 'vitest';
import { isFirstVisit, latestEnded, moneyWords, underWay } from './overview';

const money = { runs: 3, unknownRuns: 0, spendUsd: 2, costUsd: 2 };
const run = (id: string, kind: 'combee' | 'serialBaseline' | 'evaluation', endedAt: string | null) => ({
  ...{ id, kind, endedAt },
  status: endedAt === null ? ('running' as const) : ('finished' as const),
});

describe('the overview', () => {
  it('says of how many runs the spend is unknown, and never $0.00 for what is unknown', () => {
    expect(moneyWords(money)).toBe('$2.00');
    expect(moneyWords({ ...money, unknownRuns: 1 })).toBe('$2.00 + unknown of 1 run');
    expect(moneyWords({ ...money, unknownRuns: 3, spendUsd: 0 })).toBe('unknown');
  });

  it('takes a workspace for new until a parallel run was started that did not fail', () => {
    expect(isFirstVisit([])).toBe(true);
    expect(isFirstVisit([{ kind: 'serialBaseline', status: 'finished' }])).toBe(true);
    expect(isFirstVisit([{ kind: 'combee', status: 'failed' }])).toBe(true);
    expect(isFirstVisit([{ kind: 'combee', status: 'queued' }])).toBe(false);
  });

  it('shows the run that ended last, which is not the one started last, and no scoring of a prompt', () => {
    const runs = [
      run('run_4', 'combee', null),
      run('run_3', 'evaluation', '2026-11-22T12:00:00Z'),
      run('run_2', 'combee', '2026-11-22T10:00:00Z'),
      run('run_1', 'serialBaseline', '2026-11-22T11:00:00Z'),
    ];
    expect(latestEnded(runs)?.id).toBe('run_1');
    expect(underWay(runs).map(({ id }) => id)).toEqual(['run_4']);
    expect(latestEnded([])).toBeNull();
  });
});
