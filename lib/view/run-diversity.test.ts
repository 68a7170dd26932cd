import { describe, expect, it } from 'vitest';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { collapseBanner, prepareHeatMap, prepareRatios, prepareRejected } from './run-diversity';
import { prepareEvaluatorLines } from './run-evaluator';
import { measuredDiversity } from './testing/run-views';

const practice = { split: 'heldOut', hardware: 'this machine', practice: true } as const;
const collapsed = (iteration: number) => measuredDiversity(iteration, { collapsed: true });

describe('whether parallel edits are different edits', () => {
  it('lays the triangle out row by row, and calls only what is above the limit a copy', () => {
    const map = prepareHeatMap(measuredDiversity(2), 0.92, practice);
    expect(map.groups).toEqual(['1', '2', '3', '4']);
    expect(map.cells.map(({ row, column }) => [row, column])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(map.cells.filter((cell) => cell.isCopy).map((cell) => cell.similarity)).toEqual([0.93]);
    expect(map.summary).toContain('one pair is above the limit');
  });

  it('says that one group alone has nothing to be held against', () => {
    const map = prepareHeatMap(
      measuredDiversity(0, { similarities: [], meanSimilarity: null }),
      0.92,
      practice,
    );
    expect(map.cells).toEqual([]);
    expect(map.summary).toContain('Fewer than two groups');
  });

  it('puts the banner up while the newest iteration is a collapsed one, and takes it down after', () => {
    const state = {
      ...EMPTY_RUN_STATE,
      diversity: [measuredDiversity(0), collapsed(1)],
      collapses: [{ iteration: 1, share: 0.8 }],
    };
    expect(collapseBanner(state)).toEqual({
      title: 'You are batching, not learning (iteration 2)',
      explanation: expect.stringContaining('80 % of the group updates'),
    });
    expect(collapseBanner({ ...state, diversity: [...state.diversity, measuredDiversity(2)] })).toBeNull();
    expect(collapseBanner(EMPTY_RUN_STATE)).toBeNull();
  });

  it('counts collapses and refused copies over the whole run', () => {
    const state = { ...EMPTY_RUN_STATE, diversity: [measuredDiversity(0), collapsed(1)] };
    expect(prepareRatios(state, practice).summary).toContain('1 iteration of 2 collapsed');
    expect(prepareRejected(state, practice).summary).toContain('2 edits');
    expect(prepareRatios(EMPTY_RUN_STATE, practice).rows).toEqual([]);
  });
});

describe('how far the judge can be believed', () => {
  const calibrated = {
    verdict: 'passed',
    judge: 'judge-a',
    against: 'judge-b',
    spearman: 0.81,
    lower: 0.65,
    upper: 0.9,
    pairs: 40,
    judgeNoise: 0.021,
    minPairs: 30,
    spearmanMin: 0.7,
  } as const;

  it('gives Spearman with interval, pairs, floor and noise', () => {
    const [line] = prepareEvaluatorLines({ ...EMPTY_RUN_STATE, calibrations: [calibrated] });
    expect(line?.text).toBe(
      'judge-a against judge-b: Spearman 0.81 (95 % 0.65 to 0.90, n = 40 pairs), at least 0.7 needed. Judged twice, one answer differs by 2.1 points on average.',
    );
    expect(line?.tone).toBe('good');
  });

  it('says nothing where code scores, and names a judge that was replaced', () => {
    const code = { ...calibrated, verdict: 'notApplicable' } as const;
    expect(prepareEvaluatorLines({ ...EMPTY_RUN_STATE, calibrations: [code] })).toEqual([]);
    const finding = { verdict: 'failed', spearman: 0.2, pairs: 40, minPairs: 30, spearmanMin: 0.7 } as const;
    const reverted = { from: 'small', to: 'large', calibration: finding };
    const lines = prepareEvaluatorLines({ ...EMPTY_RUN_STATE, reverted });
    expect(lines.map((line) => line.title)).toEqual([
      'small (proposer as judge) was replaced as judge by large',
    ]);
  });
});

describe('facts about how a run worked', () => {
  it('are folded beside everything else, and a pause says why until the run goes on', () => {
    const paused = {
      seq: 1,
      type: 'run.paused',
      key: 'run.paused/1',
      measured: { atMs: 1 },
      data: { iteration: 1, away: { noun: 'provider', name: 'Ours', sinceMs: 0 } },
    } as const;
    const measured = {
      seq: 2,
      type: 'diversity.measured',
      key: 'diversity/1',
      measured: { atMs: 2 },
      data: collapsed(1),
    } as const;
    const resumed = {
      ...paused,
      seq: 3,
      type: 'run.resumed',
      key: 'run.resumed/1',
      data: { iteration: 1 },
    } as const;
    const first = reduceRun(EMPTY_RUN_STATE, [paused, measured]);
    expect(first).toMatchObject({ paused: paused.data, diversity: [collapsed(1)] });
    expect(reduceRun(first, [resumed]).paused).toBeNull();
  });
});
