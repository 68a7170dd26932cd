import { describe, expect, it } from 'vitest';
import { isFirstVisit, lastEnded, latestEnded, moneyWords, underWay } from './overview';
import { TOUR_EXPERIMENTS } from './tour';

const money = { runs: 3, unknownRuns: 0, spendUsd: 2, costUsd: 2 };
const run = (id: string, kind: 'combee' | 'serialBaseline' | 'evaluation', endedAt: string | null) => ({
  ...{ id, kind, endedAt, experimentName: 'Mine' },
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
    const mine = { experimentName: 'Mine', planId: null };
    expect(isFirstVisit([{ ...mine, kind: 'serialBaseline', status: 'finished' }])).toBe(true);
    expect(isFirstVisit([{ ...mine, kind: 'combee', status: 'failed' }])).toBe(true);
    expect(isFirstVisit([{ ...mine, kind: 'combee', status: 'queued' }])).toBe(false);
    expect(
      isFirstVisit([{ ...mine, experimentName: TOUR_EXPERIMENTS.go, kind: 'combee', status: 'queued' }]),
    ).toBe(false);
    const planned = { ...mine, kind: 'serialBaseline', planId: 'plan_1' } as const;
    expect(isFirstVisit([{ ...planned, status: 'running' }])).toBe(true);
    expect(isFirstVisit([{ ...planned, status: 'finished' }])).toBe(false);
  });

  it('passes over the runs that fail for the tour, which begin by themselves', () => {
    const experimentName = TOUR_EXPERIMENTS.collapsed;
    expect(isFirstVisit([{ experimentName, kind: 'combee', status: 'finished', planId: null }])).toBe(true);
    const seeded = { ...run('run_2', 'combee', '2026-11-22T12:00:00Z'), experimentName };
    expect(lastEnded([seeded])?.id, 'on the page of its own experiment').toBe('run_2');
    expect(latestEnded([seeded, run('run_1', 'combee', '2026-11-22T10:00:00Z')])?.id).toBe('run_1');
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
