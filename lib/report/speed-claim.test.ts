import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { buildRecord, type RecordedRun } from '@/lib/testing/builders/run-record';
import { speedClaim } from './speed-claim';

const SERIAL: RecordedRun = {
  runId: 'run_serial',
  points: [
    { right: 60 },
    { right: 80, learningMs: 4000 },
    { right: 85, learningMs: 4000 },
    { right: 85, learningMs: 4000 },
  ],
};
const PARALLEL: RecordedRun = {
  runId: 'run_parallel',
  points: [{ right: 60 }, { right: 85, learningMs: 1000 }, { right: 84, learningMs: 1000 }],
};
const serial = buildRecord(SERIAL);
const withManifest = (manifest: RecordedRun['manifest']) =>
  buildRecord({ ...PARALLEL, manifest: manifest ?? {} });

describe('the speed claim of a parallel run', () => {
  it('divides the learning times until the highest score that both reached', () => {
    const claim = speedClaim(buildRecord(PARALLEL), serial);
    expect(claim).toMatchObject({
      verdict: 'speedup',
      ratio: 8,
      atScore: 0.85,
      serialMs: 8000,
      parallelMs: 1000,
    });
    expect(claim.quality).toMatchObject({ answer: 'holds', difference: { mean: 0, n: 1000 } });
  });

  it('compares at the lower best where the parallel run stays a little below', () => {
    const claim = speedClaim(
      buildRecord({ ...PARALLEL, n: 2000, points: [{ right: 1200 }, { right: 1698, learningMs: 1000 }] }),
      buildRecord({ ...SERIAL, n: 2000, points: [{ right: 1200 }, { right: 1700, learningMs: 9000 }] }),
    );
    expect(claim).toMatchObject({ verdict: 'speedup', ratio: 9, atScore: 0.849 });
  });

  it('R-179: gives no ratio across two splits, and one on the same split', () => {
    const { split } = buildManifest();
    const other = speedClaim(withManifest({ split: { ...split, hash: 'b'.repeat(64) } }), serial);
    expect(other).toMatchObject({ verdict: 'notComparable', ratio: null });
    expect(other.sentence).toMatch(/different splits/);
    expect(speedClaim(buildRecord(PARALLEL), serial).ratio).toBe(8);
  });

  it('R-179: gives no ratio where the scores are not those of held-out', () => {
    const claim = speedClaim(
      withManifest({ evaluation: { everyExamples: null, split: 'selection' } }),
      serial,
    );
    expect(claim).toMatchObject({ ratio: null, verdict: 'notComparable' });
  });

  it('gives no ratio across hardware, models or scorers, and says which', () => {
    const elsewhere = buildModelBinding({ practice: false, hardware: 'A100' });
    const models = { serving: elsewhere, proposer: elsewhere, evaluator: elsewhere };
    expect(speedClaim(withManifest({ models }), serial).sentence).toMatch(/different hardware.*A100.*H100/);
    const { task } = buildManifest();
    const foreign = speedClaim(withManifest({ task: { ...task, id: 'tsk_other' } }), serial);
    expect(foreign.sentence).toMatch(/different tasks/);
    const scoring = { kind: 'exactMatch', caseSensitive: true, trim: true } as const;
    expect(speedClaim(withManifest({ task: { ...task, scoring } }), serial).sentence).toMatch(
      /scored differently/,
    );
    expect(speedClaim(buildRecord(PARALLEL), null)).toMatchObject({ ratio: null, verdict: 'notComparable' });
  });

  it('says nothing of time where the practice model kept another pace, and compares points and dollars', () => {
    const at = (timeScale?: string) => {
      const place = { ...buildModelBinding({ practice: true }), ...(timeScale ? { timeScale } : {}) };
      return { models: { serving: place, proposer: place, evaluator: place } };
    };
    const slow = buildRecord({ ...SERIAL, manifest: at('2000'), practice: true });
    const watched = speedClaim(buildRecord({ ...PARALLEL, manifest: at('20'), practice: true }), slow);
    expect(watched).toMatchObject({
      verdict: 'notComparable',
      ratio: null,
      serialMs: null,
      parallelMs: null,
    });
    expect(watched.sentence).toMatch(/No times are compared.*time-scale 20; time-scale 2000/);
    expect(watched.quality).toMatchObject({ answer: 'holds', difference: { mean: 0, n: 1000 } });
    expect(watched.sentence).not.toMatch(/no less time|faster/);
    const lost = { ...PARALLEL, points: [{ right: 60 }, { right: 70, learningMs: 1 }], manifest: at('20') };
    const worse = speedClaim(buildRecord(lost), slow);
    expect(worse).toMatchObject({ verdict: 'regression', struckThrough: null });
    expect(worse.sentence).not.toMatch(/faster/i);
    // Without a stated pace, as in older runs, both runs had the practice model's own.
    const untold = buildRecord({ ...PARALLEL, manifest: at(), practice: true });
    expect(speedClaim(untold, buildRecord({ ...SERIAL, manifest: at(), practice: true })).ratio).toBe(8);
    expect(speedClaim(untold, slow).ratio).toBeNull();
  });

  it('R-012: calls a faster run that loses held-out points a regression, and only strikes its ratio through', () => {
    const worse = buildRecord({ ...PARALLEL, points: [{ right: 60 }, { right: 78, learningMs: 500 }] });
    const claim = speedClaim(worse, serial);
    expect(claim).toMatchObject({ verdict: 'regression', ratio: null, struckThrough: 8 });
    expect(claim.sentence).toMatch(/^Faster but worse on held-out: this is a regression, not a speedup\./);
    expect(claim.sentence).toMatch(
      /saves 3\.5 s of learning time \(500 ms instead of 4\.0 s to reach 78\.0 %\)/,
    );
    expect(claim.sentence).toMatch(/7\.0 points.*n = 1,000/);
    expect(speedClaim(buildRecord(PARALLEL), serial)).toMatchObject({
      verdict: 'speedup',
      struckThrough: null,
    });
  });

  it('R-012: the margin decides three ways: kept, lost, or not to be told from so many examples', () => {
    const against = (right: number, n: number) =>
      speedClaim(
        buildRecord({ ...PARALLEL, n, points: [{ right: 0.6 * n }, { right, learningMs: 500 }] }),
        buildRecord({ ...SERIAL, n, points: [{ right: 0.6 * n }, { right: 0.85 * n, learningMs: 4000 }] }),
      );
    expect(against(850, 1000)).toMatchObject({ verdict: 'speedup', quality: { answer: 'holds' } });
    expect(against(841, 1000)).toMatchObject({ verdict: 'undecided', ratio: null, struckThrough: null });
    expect(against(820, 1000)).toMatchObject({ verdict: 'regression', quality: { answer: 'fails' } });
    // No win and no loss among 300 pairs may still hide more than a point.
    expect(against(255, 300)).toMatchObject({ verdict: 'undecided', quality: { margin: 0.01 } });
  });

  it('R-025: the price of a point is shown next to every ratio', () => {
    const { cost, serialCost } = speedClaim(buildRecord(PARALLEL), serial);
    expect(cost).toMatchObject({ kind: 'measured', usd: 2, usdPerPoint: 2 / 25 });
    expect(serialCost?.kind).toBe('measured');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 9000 }),
        (right, learningMs) => {
          const claim = speedClaim(buildRecord({ points: [{ right: 60 }, { right, learningMs }] }), serial);
          expect(claim.ratio === null || claim.cost !== null).toBe(true);
          expect(claim.ratio === null || claim.ratio > 0).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has nothing to divide where the original prompt had the score already', () => {
    const flat = buildRecord({ points: [{ right: 85 }, { right: 85, learningMs: 500 }] });
    expect(speedClaim(flat, serial)).toMatchObject({ ratio: null, verdict: 'notComparable' });
  });

  it('is no faster for having crashed: a cut iteration counts at the pace of the others, and is named', () => {
    const cut = buildRecord({
      ...PARALLEL,
      points: [{ right: 60 }, { right: 70, learningMs: 5, tainted: true }, { right: 85, learningMs: 1000 }],
    });
    const claim = speedClaim(cut, serial);
    expect(cut).toMatchObject({ learningWallMs: 1000, totalWallMs: 1300, taintedIterations: 1 });
    expect(claim).toMatchObject({ parallelMs: 2000, ratio: 4 });
    expect(claim.notes.join(' ')).toMatch(/1 of 2 iterations/);
  });
});
