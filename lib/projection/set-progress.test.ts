import { describe, expect, it } from 'vitest';
import { EMPTY_SUMMARY } from './run-summary';
import { type FollowedRun, setProgress } from './set-progress';

const followed = (more: Partial<FollowedRun>): FollowedRun => ({
  status: 'finished',
  control: 'run',
  summary: { ...EMPTY_SUMMARY, rollouts: 10, spend: { ...EMPTY_SUMMARY.spend, spendUsd: 0.5 } },
  priced: true,
  startedAtMs: 0,
  endedAtMs: 1000,
  ...more,
});

describe('the progress of a set of runs', () => {
  it('adds up what its runs used, and spans from the first start to the last end', () => {
    const progress = setProgress([followed({}), followed({ startedAtMs: 2000, endedAtMs: 5000 })], 0);
    expect(progress).toMatchObject({
      runs: 2,
      ended: 2,
      rollouts: 20,
      spendUsd: 1,
      tookMs: 5000,
      timeLeftMs: null,
    });
  });

  it('knows no dollars where a model of one run has no price', () => {
    expect(setProgress([followed({}), followed({ priced: false })], 0).spendUsd).toBeNull();
  });

  it('tells paused and lost runs apart from ended ones', () => {
    const runs = [followed({ status: 'paused', endedAtMs: null }), followed({ status: 'failed' })];
    expect(setProgress(runs, 9000)).toMatchObject({
      ended: 1,
      paused: 1,
      lost: 1,
      tookMs: 9000,
    });
  });
});
