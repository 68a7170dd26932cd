import { describe, expect, it } from 'vitest';
import type { SweepCellView, SweepView } from '@/lib/contracts/sweeps';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import { cellsWithin, isNarrowed, prepareSweepParallel, tableOfParallel } from './sweep-parallel';
import { SWEEP } from './testing/sweep';
import { sweepCell } from './testing/sweep-cell';

const sweep = (...cells: SweepCellView[]): SweepView => ({ ...SWEEP, cells });
const WHOLE = sweep(
  sweepCell('a', { arm: 'sequential', batchSize: null, seed: 1 }, { accuracy: 0.7 }),
  sweepCell('b', { arm: 'naive', batchSize: 10, seed: 1 }, { accuracy: 0.75 }),
  sweepCell('c', { arm: 'combee', batchSize: 10, seed: 1 }, { accuracy: 0.9 }),
  sweepCell('d', { arm: 'combee', batchSize: 40, seed: 1 }, { accuracy: 0.8, learningMs: 60_000 }),
  sweepCell('e', { arm: 'combee', batchSize: 100, seed: 1, status: 'cut' }, { accuracy: 0.99 }),
);
const names = (cells: readonly SweepCellView[]) => cells.map(({ id }) => id).join('');

describe('a sweep as parallel coordinates', () => {
  it('has an axis for what varies and for each known result, and a line a cell', () => {
    const chart = prepareSweepParallel(WHOLE, {});
    expect(chart.axes.map(({ name }) => name)).toEqual([
      ...['arm', 'batch size', 'gain, pt', 'minutes', 'k tokens'],
    ]);
    expect(chart.axes[0]?.ticks.map(({ label }) => label)).toEqual(['Sequential', 'Naive', 'Combee']);
    expect(chart.lines).toHaveLength(5);
    expect(new Set(chart.groups.map(({ colour, dashes }) => `${colour} ${dashes}`)).size).toBe(3);
  });

  it('draws the price where one is known, and the score where a cell does not state its beginning', () => {
    const one = sweepCell('a', {}, { costUsd: 0.5, seedAccuracy: null });
    expect(prepareSweepParallel(sweep(one), {}).axes.map(({ key }) => key)).toEqual([
      ...['score', 'minutes', 'dollars'],
    ]);
  });

  it('gives what has no value no height: no batch size, and the results of a cell that is not done', () => {
    const { lines, hasMissing } = prepareSweepParallel(WHOLE, {});
    expect(lines[0]?.values[1]).toBeNull();
    expect(lines[4]?.values.slice(2)).toEqual([null, null, null]);
    expect(lines[4]?.label).toBe('Combee, batch size 100, seed 1: cut');
    expect(hasMissing).toBe(true);
  });

  it('keeps the cells that lie in every range, and takes no notice of axes that it does not draw', () => {
    const combee = SWEEP_ARMS.indexOf('combee');
    const ranges = { arm: { from: combee, to: combee }, batchSize: { from: null, to: 40 } };
    expect(names(cellsWithin(WHOLE, ranges))).toBe('cd');
    expect(names(cellsWithin(WHOLE, { minutes: { from: null, to: 1 } }))).toBe('d');
    expect(names(cellsWithin(WHOLE, { seed: { from: 9, to: 9 } }))).toBe('abcde');
    expect(isNarrowed(WHOLE, { seed: { from: 9, to: 9 } })).toBe(false);
    const chart = prepareSweepParallel(WHOLE, ranges);
    expect(chart.summary).toBe(
      '2 of 5 cells in the ranges; what they have in common is arm Combee; batch size 10 or 40.',
    );
    expect(tableOfParallel(chart).rows.map((row) => row.at(-1))).toEqual(['no', 'no', 'yes', 'yes', 'no']);
  });

  it('says what the best quarter shares where nothing is chosen, and that nothing is done where nothing is', () => {
    expect(prepareSweepParallel(WHOLE, {}).summary).toContain(
      'The best 1 of 4 done cells by held-out gain: what they have in common is arm Combee; batch size 10.',
    );
    const waiting = sweepCell('a', { status: 'waiting', result: null });
    expect(prepareSweepParallel(sweep(waiting), {}).summary).toBe('No cell is done yet.');
    expect(prepareSweepParallel(WHOLE, { gain: { from: 90, to: null } }).summary).toBe(
      '0 of 5 cells in the ranges: widen one, or clear them.',
    );
  });
});
