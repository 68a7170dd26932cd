import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PinnedSetting } from '@/lib/domain/pinned-setting';
import { type ParetoRun, paretoPoints } from './pareto';
import { settingsOf } from './pareto-setting';

const RUN: ParetoRun = {
  ...{ id: 'run_a', label: 'A', method: 'ace', arm: 'Combee, batch size 20', batchSize: 20, isSerial: false },
  quality: { mean: 0.8, lower: 0.75, upper: 0.85, n: 300 },
  ...{ delayMs: 1000, costUsd: 1, confirmation: null },
};
const run = (id: string, mean: number, delayMs: number | null, more: Partial<ParetoRun> = {}): ParetoRun => ({
  ...{ ...RUN, id, label: id, delayMs, quality: { ...RUN.quality, mean } },
  ...more,
});

describe('the front of runs', () => {
  it('keeps what nothing beats, and names for the others a point that is as good for no more', () => {
    const points = paretoPoints([run('slow', 0.9, 90), run('fast', 0.8, 10), run('poor', 0.7, 50)], 'run');
    expect(points.map(({ key, byDelay }) => [key, byDelay?.onFront, byDelay?.dominatedBy])).toEqual([
      ['slow', true, null],
      ['fast', true, null],
      ['poor', false, 'fast'],
    ]);
  });

  it('leaves a point without a time or a price off that front, and on the other', () => {
    const [point] = paretoPoints([run('free', 0.9, 90, { costUsd: null })], 'run');
    expect([point?.byCost, point?.costUsd, point?.byDelay?.onFront]).toEqual([null, null, true]);
  });

  it('takes the interval of one run from the run and of several from their spread', () => {
    const seeds = [run('one', 0.8, 10), run('two', 0.9, 30)];
    const [arm] = paretoPoints(seeds, 'arm');
    expect(arm?.quality).toMatchObject({ n: 300, mean: 0.8500000000000001 });
    expect(arm?.quality.upper).toBe(1);
    expect(arm?.delayMs).toMatchObject({ mean: 20, n: 2 });
    expect(arm?.delayMs?.lower).not.toBeNull();
    const [alone] = paretoPoints(seeds.slice(0, 1), 'arm');
    expect([alone?.quality.lower, alone?.delayMs?.lower]).toEqual([0.75, null]);
  });

  it('puts arms of one size together and says no arm then', () => {
    const naive = run('naive', 0.7, 10, { arm: 'Naive, batch size 20' });
    const [size, ...others] = paretoPoints([RUN, naive], 'batchSize');
    expect([size?.arm, size?.batchSize, size?.runIds.length, others.length]).toEqual([null, 20, 2, 0]);
  });

  it('never leaves a point both off the front and undominated', () => {
    const anyRuns = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 })));
    fc.assert(
      fc.property(anyRuns, (pairs) => {
        const points = paretoPoints(
          pairs.map(([delay, score], at) => run(`r${at}`, score / 10, delay)),
          'run',
        );
        const byKey = new Map(points.map((point) => [point.key, point]));
        for (const point of points) {
          const by = byKey.get(point.byDelay?.dominatedBy ?? '');
          expect(point.byDelay?.onFront).toBe(by === undefined);
          if (by === undefined) continue;
          expect(by.byDelay?.onFront).toBe(true);
          expect(by.quality.mean).toBeGreaterThanOrEqual(point.quality.mean);
          expect(by.delayMs?.mean).toBeLessThanOrEqual(point.delayMs?.mean ?? 0);
        }
      }),
    );
  });
});

describe('what runs must share', () => {
  const place = { practice: true, origin: 'http://a', model: 'm', hardware: 'h', timeScale: '20' };
  const pinned: PinnedSetting = {
    ...{ taskId: 't', taskName: 'Task', splitHash: 's', split: 'heldOut', scoring: { kind: 'formula' } },
    ...{ judging: { minPairs: 30 }, judge: 'j', serving: place, proposer: place },
  };
  const keysOf = (...others: Partial<PinnedSetting>[]) =>
    new Set(settingsOf([pinned, ...others.map((other) => ({ ...pinned, ...other }))]).keys).size;

  it('tells apart other splits, hardware and paces, and not where a practice model listens or who would judge', () => {
    expect(keysOf({ splitHash: 'x' }, { serving: { ...place, hardware: 'x' } })).toBe(3);
    expect(keysOf({ proposer: { ...place, timeScale: 'off' } })).toBe(2);
    expect(keysOf({ serving: { ...place, origin: 'http://b' } }, { judge: 'x', judging: null })).toBe(1);
    const judged = { scoring: { kind: 'judge' } };
    expect(keysOf(judged, { ...judged, judge: 'x' })).toBe(3);
  });

  it('puts the setting with most runs first', () => {
    const { settings } = settingsOf([{ ...pinned, split: 'selection' }, pinned, pinned]);
    expect(settings.map(({ split, runs }) => [split, runs])).toEqual([
      ['heldOut', 2],
      ['selection', 1],
    ]);
  });
});
