import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { prepareBatchFit } from './batch-fit';
import { prepareConvergence } from './convergence';
import { prepareComparedCurves } from './curve-chart';

/** Facts of searches, reduced to the fields that the charts read. */
const origin = { split: 'heldOut', hardware: 'this machine', practice: true } as const;
const counts = { train: 8, selection: 4, heldOut: 4, confirmation: 0 };
const score = (mean: number) => ({ mean, lower: null, upper: null, n: 4 });

const ledger = (facts: readonly (readonly [type: string, data: object, learningMs?: number])[]) =>
  facts.map(([type, data, learningMs], index) => ({
    ...{ type, data, key: `${index}`, seq: index + 1 },
    measured: { atMs: 1000 * index, ...(learningMs === undefined ? {} : { learningMs, tainted: false }) },
  })) as unknown as readonly LedgerEntry[];

const started = ['run.started', { counts, plannedRollouts: 8 }] as const;
const opened = (iteration: number, planned: number) =>
  [
    'iteration.started',
    { iteration, epoch: 0, candidateHash: 'c', exampleIds: Array.from({ length: planned }, String) },
  ] as const;
const closed = (iteration: number, trainExamplesSeen: number) =>
  ['iteration.closed', { iteration, trainExamplesSeen, spend: {} }, 500] as const;
const measured = (iteration: number, trainExamplesSeen: number, mean: number) =>
  ['heldOut.measured', { iteration, trainExamplesSeen, score: score(mean), best: mean > 0.5 }] as const;
const frontier = ['frontier.updated', { iteration: -1, pool: [] }] as const;
const trial = (iteration: number) => ['trial.finished', { iteration, trial: iteration }] as const;

describe('charts of a run that searches', () => {
  it('draw each iteration at the examples that it used: a merge used none, two minibatches are two of one size', () => {
    const state = reduceRun(
      EMPTY_RUN_STATE,
      ledger([
        ...[started, frontier],
        ...[opened(0, 2), closed(0, 4)],
        ...[opened(1, 2), closed(1, 4)],
        ...[opened(2, 2), closed(2, 5)],
      ]),
    );
    expect(state.iterations.map(({ size }) => size)).toEqual([4, 0, 1]);
    expect(prepareBatchFit(state).points.map(({ iteration, size }) => [iteration, size])).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  it('leave an iteration of one line of candidates as it was planned', () => {
    const state = reduceRun(EMPTY_RUN_STATE, ledger([started, opened(0, 3), closed(0, 0)]));
    expect(state.iterations[0]?.size).toBe(3);
  });

  it('count trials where no training example is used up, so that no two measurements stand at one place', () => {
    const state = reduceRun(
      EMPTY_RUN_STATE,
      ledger([
        ...[started, measured(-1, 0, 0.4)],
        ...[opened(0, 2), trial(0), closed(0, 0)],
        ...[opened(1, 2), trial(1), closed(1, 0), measured(1, 0, 0.6)],
      ]),
    );
    const chart = prepareConvergence(state, origin, 'rollouts');
    expect(chart.points.map(({ x }) => x)).toEqual([0, 2]);
    expect(chart.xLabel).toBe('trials of the search');
    expect(chart.xTicks.at(-1)).toBeLessThan(8);
    expect(prepareConvergence(state, origin, 'minutes').xLabel).toContain('minutes');
  });

  it('say so beside curves that count examples', () => {
    const point = { seen: 2, score: 0.5, lower: null, upper: null, n: 4, seconds: 0, tokens: 0, usd: 0 };
    const own = (runId: string, seenUnit: 'examples' | 'trials') => ({
      ...{ runId, label: runId, seenUnit, points: [point] },
      ...origin,
    });
    const both = prepareComparedCurves({
      own: [own('a', 'trials'), own('b', 'examples')],
      imported: [],
      warning: null,
    });
    expect(both.series.map(({ name }) => name)).toEqual(['a (trials)', 'b (examples seen)']);
    const alone = prepareComparedCurves({ own: [own('a', 'trials')], imported: [], warning: null });
    expect([alone.xLabel, alone.series[0]?.dots[0]?.label]).toEqual([
      'trials',
      expect.stringMatching(/^50\.0 % \(no interval, n = 4\), 2 trials, 0/u),
    ]);
  });
});
