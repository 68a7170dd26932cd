import { describe, expect, it } from 'vitest';
import { NO_SPEND } from '@/lib/domain/spend';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { SMALL_LEDGER } from '@/lib/projection/testing/small-ledger';
import { prepareBatchFit } from './batch-fit';
import { prepareConvergence } from './convergence';
import { formatDuration } from './numbers';
import { prepareOnlineScore } from './online-score';
import { prepareProgress, trainingText } from './run-progress';
import { prepareScanTree } from './scan-tree';

const state = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER);
const practice = { split: 'heldOut', hardware: 'this machine', practice: true } as const;

describe('what charts and trees draw', () => {
  it('puts n, interval, split, hardware and "practice model" beside the curve', () => {
    const chart = prepareConvergence(state, practice, 'rollouts');
    expect(chart.origin).toBe('held-out · this machine · practice model');
    expect(chart.points.map((point) => [point.x, point.label])).toEqual([
      [0, '60.0 % (95 % 55.0–65.0 %, n = 100)'],
      [4, '75.0 % (95 % 70.0–80.0 %, n = 100)'],
    ]);
    expect(chart.best?.x).toBe(4);
    // The best is the highest of several, so the difference of the two scores is not its gain.
    expect(chart.summary).toContain('75.0 %');
    expect(chart.summary).not.toContain(' pt');
  });

  it('says of a run whose curve was thinned how many measurements it has in all', () => {
    const leftOut = { measurements: 2_998, online: 4_000, trials: 0 };
    const { origin } = prepareConvergence({ ...state, leftOut }, practice, 'rollouts');
    expect(origin).toContain('2 of 3,000 measurements');
    const score = state.measurements[0]?.score as NonNullable<(typeof state.measurements)[0]>['score'];
    const online = [{ iteration: 4_000, examples: 10, score, soFar: score }];
    expect(prepareOnlineScore({ online, leftOut }, practice)?.summary).toContain('4,001 windows');
  });

  it('reaches what the run plans from the first point on, and marks no seed as best', () => {
    const first = { ...state, measurements: state.measurements.slice(0, 1) };
    const chart = prepareConvergence(first, practice, 'rollouts');
    expect(chart.xTicks.at(-1)).toBe(8);
    expect(chart.best).toBeNull();
    expect(chart.summary).toContain('Training has yet to be measured.');
  });

  it('names hardware once where its own name says "practice model"', () => {
    const origin = { split: 'heldOut', hardware: 'practice model on this machine', practice: true } as const;
    expect(prepareConvergence(state, origin, 'rollouts').origin).toBe(
      'held-out · practice model on this machine',
    );
  });

  it('sets a measurement that a cap cut short apart from the curve, and no rule looks at it', () => {
    const last = state.measurements.at(-1);
    if (last === undefined) throw new Error('the small ledger has measurements');
    const score = { mean: 0.99, lower: 0.9, upper: 1, n: 3 };
    const cut = { ...last, iteration: 1, score, best: false, incomplete: true as const };
    const chart = prepareConvergence(
      { ...state, measurements: [...state.measurements, cut] },
      practice,
      'rollouts',
    );
    expect(chart.points).toHaveLength(2);
    expect(chart.partials.map((point) => [point.score, point.isPartial])).toEqual([[99, true]]);
    expect(chart.best?.score).toBe(75);
    expect(chart.summary).toContain('cut short by a cap');
    expect(chart.yTicks.at(-1)).toBeGreaterThanOrEqual(100);
  });

  it('counts tokens and dollars until the prompt was there, its own measurement left out', () => {
    const spend = { ...NO_SPEND, tokensIn: 4000, tokensOut: 1000, costUsd: 0.25 };
    const closed = SMALL_LEDGER.flatMap((entry) => (entry.type === 'iteration.closed' ? [entry] : []));
    const measured = SMALL_LEDGER.findLast(({ type }) => type === 'heldOut.measured');
    if (measured === undefined) throw new Error('the small ledger has measurements');
    const after = reduceRun(state, [
      ...closed.map((entry) => ({ ...entry, seq: state.lastSeq + 1, data: { ...entry.data, spend } })),
      { ...measured, seq: state.lastSeq + 2 },
    ]);
    const xs = (axis: 'tokens' | 'dollars') =>
      prepareConvergence(after, practice, axis).points.map(({ x }) => x);
    expect(xs('tokens')).toEqual([0, 0, 5]);
    expect(xs('dollars')).toEqual([0, 0, 0.25]);
  });

  it('draws no dollars of a run with a model without a price, and says that they are unknown', () => {
    const chart = prepareConvergence(state, practice, 'dollars', { priced: false });
    expect([...chart.points, ...chart.partials]).toEqual([]);
    expect(chart.summary).toBe(chart.unknown);
    expect(chart.unknown).toContain('unknown');
    expect(prepareConvergence(state, practice, 'tokens', { priced: false }).points).not.toEqual([]);
  });

  it('says of a run that has ended what was done, and of one that is going what is planned', () => {
    expect(prepareProgress({ ...state, trainRollouts: 3 })).toMatchObject({ planned: 8, text: '3 / 8' });
    const ended = { ...state, trainRollouts: 3, phase: { ...state.phase, kind: 'ended' as const } };
    expect(prepareProgress(ended)).toMatchObject({ done: 3, planned: 3, text: '3' });
    expect(prepareConvergence(ended, practice, 'rollouts').xTicks.at(-1)).toBeLessThan(8);
    const known = { rollouts: 3, plannedRollouts: 8, isEnded: true };
    expect(prepareProgress(EMPTY_RUN_STATE, known)).toMatchObject({ planned: 3, text: '3' });
    expect(trainingText(3, 8, true)).toBe('3');
    expect(trainingText(3, 8, false)).toBe('3 / 8');
  });

  it('draws the target, the serial baseline, and how long nothing better came', () => {
    const best = state.measurements.at(-1);
    if (best === undefined) throw new Error('the small ledger has measurements');
    const later = { ...best, best: false, iteration: 1, trainExamplesSeen: 8 };
    const chart = prepareConvergence(
      { ...state, measurements: [...state.measurements, later, { ...later, iteration: 2 }] },
      practice,
      'rollouts',
      {
        stopping: { patience: 5, targetScore: 0.9 },
        serial: [
          { seen: 0, score: 0.4 },
          { seen: 8, score: 0.7 },
        ],
      },
    );
    expect(chart.target).toBe(90);
    expect(chart.yTicks.at(-1)).toBeGreaterThanOrEqual(90);
    expect(chart.yTicks[0]).toBeLessThanOrEqual(40);
    expect(chart.serial).toEqual([
      { x: 0, score: 40 },
      { x: 8, score: 70 },
    ]);
    expect(chart.points.map(({ waits }) => waits)).toEqual([0, 0, 1, 2]);
    expect(chart.plateau).toEqual({ fromX: 4, toX: 8, band: [70, 80] });
    expect(chart.summary).toContain('2 measurements of 5 that the run waits for without a better one since.');
  });

  it('keeps every point inside the ticks of its axes', () => {
    const { xTicks, yTicks, points } = prepareConvergence(state, practice, 'minutes');
    for (const point of points) {
      expect(point.x).toBeGreaterThanOrEqual(xTicks[0] ?? Number.NaN);
      expect(point.x).toBeLessThanOrEqual(xTicks.at(-1) ?? Number.NaN);
      expect(point.interval?.[0]).toBeGreaterThanOrEqual(yTicks[0] ?? Number.NaN);
      expect(point.interval?.[1]).toBeLessThanOrEqual(yTicks.at(-1) ?? Number.NaN);
    }
  });

  it('scales an iteration’s delay to an epoch: T = delay · N / bs', () => {
    const [point] = prepareBatchFit(state).points;
    expect(point).toMatchObject({ size: 4, seconds: (0.9 * 8) / 4, tainted: false });
  });

  it('draws every copy of a reflection in the tree and names the failed ones', () => {
    const iteration = state.iterations[0];
    if (iteration === undefined) throw new Error('the small ledger has an iteration');
    const tree = prepareScanTree(iteration);
    expect(tree.groups.flatMap((group) => group.members.map((member) => member.ordinal))).toEqual([
      0, 2, 1, 1, 0, 2,
    ]);
    expect(tree.groups[1]).toMatchObject({
      failed: true,
      result: 'Not readable',
      why: 'The reply holds no JSON object.',
    });
    expect(tree.invalid).toEqual([
      { ordinal: 3, exampleId: 'ex-3', why: 'Cut off: The reply was cut off at its token limit.' },
    ]);
    expect(tree.edits).toEqual([{ text: 'Add to OTHERS: Read the units first.', groups: [1] }]);
    expect(tree.reflections.map((one) => one.groups)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  it('says what makes room where the one call of an aggregation is too long, and not where Combee splits', () => {
    const [iteration] = state.iterations;
    if (!iteration?.combined) throw new Error('the small ledger has a combined update');
    const cause = { code: 'contextWindow' as const };
    const wordsOf = (mode: typeof iteration.combined.mode) =>
      prepareScanTree({ ...iteration, combined: { ...iteration.combined, mode, cause } as never }).combined;
    for (const mode of ['plainCall', 'topK', 'summary'] as const) {
      expect(wordsOf(mode)).toMatch(/batch.*reply tokens.*Combee/);
    }
    expect(wordsOf('noGroupProposals')).not.toMatch(/Combee/);
  });

  it('counts in its summary only what is reached: no edits before they are combined', () => {
    const [iteration] = state.iterations;
    if (iteration === undefined) throw new Error('the small ledger has an iteration');
    expect(prepareScanTree(iteration).summary).toMatch(/ → 3 valid reflections → 2 groups → 1 edit$/);
    const shuffled = { ...iteration, combined: null };
    expect(prepareScanTree(shuffled).summary).toMatch(/ → 2 groups$/);
    expect(prepareScanTree({ ...shuffled, shuffle: null }).summary).toMatch(/ → 3 valid reflections$/);
  });

  it('says that there was nothing to shuffle when no reflection was valid', () => {
    const [iteration] = state.iterations;
    if (!iteration?.shuffle) throw new Error('the small ledger has a shuffle');
    const none = { ...iteration, shuffle: { ...iteration.shuffle, reflections: 0, k: 0, groups: [] } };
    expect(prepareScanTree(none).shuffle).toBe('Nothing to shuffle: no reflection was valid');
  });

  it('says whole minutes without seconds, and keeps both digits of the others', () => {
    expect([60_000, 65_000, 245_000].map(formatDuration)).toEqual(['1 min', '1 min 05 s', '4 min 05 s']);
  });

  it('promises no time before two iterations were timed, and then a range', () => {
    expect(prepareProgress(state).timeLeft).toBe('known after two iterations');
    const first = state.iterations[0];
    if (first === undefined) throw new Error('the small ledger has an iteration');
    const slower = { ...first, iteration: 1, measured: { atMs: 0, learningMs: 1800, evaluationMs: 1000 } };
    const two = { ...state, iterations: [first, slower] };
    expect(prepareProgress(two).timeLeft).toBe('1.4 s to 2.8 s');
  });
});
