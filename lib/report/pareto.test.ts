import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PinnedSetting } from '@/lib/domain/pinned-setting';
import { type ParetoRun, paretoOf } from './pareto';
import { settingsOf } from './pareto-setting';

const RUN: ParetoRun = {
  ...{ id: 'run_a', label: 'A', method: 'ace', arm: 'Combee, batch size 20', batchSize: 20, isSerial: false },
  quality: { mean: 0.8, lower: 0.75, upper: 0.85, n: 300 },
  ...{ scored: null, delayMs: 1000, costUsd: 1, confirmation: null },
};
const run = (id: string, mean: number, delayMs: number | null, more: Partial<ParetoRun> = {}): ParetoRun => ({
  ...{ ...RUN, id, label: id, delayMs, quality: { ...RUN.quality, mean } },
  ...more,
});

/** A run that got this share of 300 examples right, the same ones first. */
function scored(id: string, share: number, delayMs: number, more: Partial<ParetoRun> = {}): ParetoRun {
  const scores = Array.from({ length: 300 }, (_, at) => (at < share * 300 ? 1 : 0));
  const exampleIds = scores.map((_, at) => `ex_${at}`);
  return run(id, share, delayMs, { scored: { exampleIds, scores, choices: 1 }, ...more });
}

const paretoPoints = (...asked: Parameters<typeof paretoOf>) => paretoOf(...asked).points;

describe('the front of runs', () => {
  it('calls dominated what is shown to be worse for no less, and undecided what is not shown', () => {
    const runs = [
      scored('slow', 0.9, 90),
      scored('fast', 0.8, 10),
      scored('poor', 0.6, 50),
      scored('near', 0.79, 60),
    ];
    const standings = paretoPoints(runs, 'run').map(({ key, byDelay }) => [key, byDelay]);
    const shown = { dominatedBy: null, undecidedAgainst: null };
    expect(standings).toEqual([
      ['slow', { onFront: true, ...shown }],
      ['fast', { onFront: true, ...shown }],
      ['near', { onFront: false, dominatedBy: null, undecidedAgainst: 'fast' }],
      ['poor', { onFront: false, dominatedBy: 'fast', undecidedAgainst: null }],
    ]);
  });

  it('says of a point on the front that its lead over a cheaper one is not shown', () => {
    const [slow] = paretoPoints([scored('slow', 0.81, 90), scored('fast', 0.8, 10)], 'run');
    expect([slow?.key, slow?.byDelay]).toEqual([
      'slow',
      { onFront: true, dominatedBy: null, undecidedAgainst: 'fast' },
    ]);
  });

  it('decides nothing where single scores are not kept', () => {
    const points = paretoPoints([run('slow', 0.9, 90), run('fast', 0.8, 10), run('poor', 0.2, 50)], 'run');
    expect(points.map(({ byDelay }) => byDelay?.dominatedBy)).toEqual([null, null, null]);
    expect(points.at(-1)?.byDelay?.undecidedAgainst).toBe('fast');
  });

  it('holds every point against the best serial one, and asks more of the best of many prompts', () => {
    const serial = scored('serial', 0.8, 90, { isSerial: true });
    const difference = (choices: number) => {
      const other = scored('other', 0.85, 10);
      const chosen = { ...other, scored: other.scored && { ...other.scored, choices } };
      const { points, reference } = paretoOf([serial, chosen], 'run');
      expect([reference, points.find(({ key }) => key === 'serial')?.difference]).toEqual(['serial', null]);
      return points.find(({ key }) => key === 'other')?.difference;
    };
    expect(difference(1)).toMatchObject({ verdict: 'better', n: 300 });
    expect(difference(1)?.mean).toBeCloseTo(0.05);
    expect(difference(20)?.lower).toBeLessThan(difference(1)?.lower ?? 0);
  });

  it('leaves a point without a time or a price off that front, and on the other', () => {
    const [point] = paretoPoints([run('free', 0.9, 90, { costUsd: null })], 'run');
    expect([point?.byCost, point?.costUsd, point?.byDelay?.onFront]).toEqual([null, null, true]);
  });

  it('takes the interval of one run from the run and of several from examples and runs', () => {
    const seeds = [scored('one', 0.88, 10), scored('two', 0.89, 30)];
    const [arm] = paretoPoints(seeds, 'arm');
    expect(arm?.quality).toMatchObject({ n: 300, includesTraining: true });
    expect(arm?.quality.mean).toBeCloseTo(0.885, 2);
    expect((arm?.quality.upper ?? 0) - (arm?.quality.lower ?? 0)).toBeGreaterThan(0.06);
    expect(arm?.delayMs).toMatchObject({ mean: 20, n: 2 });
    expect(arm?.delayMs?.lower).not.toBeNull();
    const [alone] = paretoPoints([run('one', 0.8, 10)], 'arm');
    expect([alone?.quality.lower, alone?.delayMs?.lower]).toEqual([0.75, null]);
  });

  it('puts arms of one size together and says no arm then', () => {
    const naive = run('naive', 0.7, 10, { arm: 'Naive, batch size 20' });
    const [size, ...others] = paretoPoints([RUN, naive], 'batchSize');
    expect([size?.arm, size?.batchSize, size?.runIds.length, others.length]).toEqual([null, 20, 2, 0]);
  });

  it('names for every point off the front one that scores as high for no more', () => {
    const anyRuns = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(anyRuns, (pairs) => {
        const points = paretoPoints(
          pairs.map(([delay, score], at) => scored(`r${at}`, score / 10, delay)),
          'run',
        );
        const byKey = new Map(points.map((point) => [point.key, point]));
        for (const { byDelay, quality, delayMs } of points) {
          const by = byKey.get(
            byDelay?.dominatedBy ?? (byDelay?.onFront ? '' : byDelay?.undecidedAgainst) ?? '',
          );
          expect(byDelay?.onFront).toBe(by === undefined);
          if (by === undefined) continue;
          expect(by.byDelay?.onFront).toBe(true);
          expect(by.quality.mean).toBeGreaterThanOrEqual(quality.mean);
          expect(by.delayMs?.mean).toBeLessThanOrEqual(delayMs?.mean ?? 0);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('a score in doubt', () => {
  const doubt = { code: 'superseded', word: 'Superseded', sentence: 'Ada put aside 3 answers.' } as const;

  it('is on no front, beats nothing and is no reference, and keeps its reason', () => {
    const runs = [
      scored('doubted', 0.95, 10, { doubt, isSerial: true }),
      scored('fair', 0.8, 20),
      scored('slow', 0.9, 90),
    ];
    const { points, reference } = paretoOf(runs, 'run');
    expect(reference).toBe('slow');
    expect(points.find(({ key }) => key === 'doubted')).toMatchObject({
      ...{ doubt, byDelay: null, byCost: null, difference: null },
    });
    expect(points.filter(({ byDelay }) => byDelay?.onFront).map(({ key }) => key)).toEqual(['slow', 'fair']);
  });

  it('puts the whole arm in doubt that it is a seed of', () => {
    const seeds = [scored('one', 0.9, 10), scored('two', 0.9, 10, { doubt })];
    expect(paretoPoints(seeds, 'arm')).toMatchObject([{ runIds: ['one', 'two'], doubt, byDelay: null }]);
  });

  it('keeps arms apart whose practice model counted different things at level 2', () => {
    const runs = [
      scored('one', 0.9, 10, { levelTwo: 'updates' }),
      scored('two', 0.9, 10, { levelTwo: 'items' }),
    ];
    expect(paretoPoints(runs, 'arm').map(({ levelTwo }) => levelTwo)).toEqual(['items', 'updates']);
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
