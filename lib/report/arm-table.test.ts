import { describe, expect, it } from 'vitest';
import { type ArmRun, armTable } from './arm-table';

/** Scores of 100 examples, with `right` tenths of them right. */
const ten = (right: number) => ({
  exampleIds: Array.from({ length: 100 }, (_, i) => `e${i}`),
  scores: Array.from({ length: 100 }, (_, i) => (i < right * 10 ? 1 : 0)),
});
const run = (seed: number, right: number): ArmRun => ({
  runId: `run_${seed}`,
  seed,
  original: ten(6),
  final: ten(right),
  bullets: right,
  learningMs: 1000,
  costUsd: seed,
});

describe('armTable', () => {
  it('says what share of the reference gain an arm keeps', () => {
    const [serial, combee] = armTable([
      { name: 'batch size 1', batchSize: 1, runs: [run(1, 10), run(2, 10)], practice: true },
      { name: 'Combee 80', batchSize: 80, runs: [run(1, 9), run(2, 9)], practice: true },
    ]);
    expect(serial?.kept).toBe(1);
    expect(combee?.kept).toBeCloseTo(0.75);
    expect(combee?.gains).toHaveLength(2);
    expect(combee?.gains[0]?.mean).toBeCloseTo(0.3);
  });

  it('gives the gain of several seeds one interval over examples and seeds, and that of one seed its own', () => {
    const arm = (runs: readonly ArmRun[]) =>
      armTable([{ name: 'Combee', batchSize: 80, runs, practice: true }]);
    const [alone] = arm([run(1, 8)]);
    expect(alone?.armGain).toEqual({ ...alone?.gains[0], verdict: 'better' });
    expect(alone?.final.includesTraining).toBe(false);
    const [apart] = arm([run(1, 7), run(2, 9)]);
    const [together] = arm([run(1, 8), run(2, 8)]);
    expect([apart?.armGain.mean, together?.armGain.mean]).toEqual([expect.closeTo(0.2), expect.closeTo(0.2)]);
    expect(apart?.armGain.upper).toBeGreaterThan(together?.armGain.upper ?? 1);
    // Seeds that agree keep what sampling the examples leaves open.
    expect(together?.final.upper).toBeGreaterThan((together?.final.lower ?? 1) + 0.1);
    expect(together?.pointPrice.gain).toEqual(together?.armGain);
  });

  it('holds every arm against the first one and decides by the interval alone', () => {
    const [serial, worse, same] = armTable([
      { name: 'batch size 1', batchSize: 1, runs: [run(1, 9)], practice: true },
      { name: 'Naive 80', batchSize: 80, runs: [run(1, 6)], practice: true },
      { name: 'Combee 80', batchSize: 80, runs: [run(1, 9)], practice: true },
    ]);
    expect([serial?.difference, worse?.difference?.verdict]).toEqual([null, 'worse']);
    expect(same?.difference).toMatchObject({ mean: 0, verdict: 'undecided', comparisons: 3 });
    expect(same?.difference?.upper).toBeGreaterThan(0.03);
  });

  it('gives no share of a gain that is not there', () => {
    const rows = armTable([{ name: 'serial', batchSize: 1, runs: [run(1, 6)], practice: false }]);
    expect(rows[0]?.kept).toBeNull();
  });

  it('gives no share without the sequential arm, and finds that arm at any position', () => {
    const combee = { name: 'Combee 80', batchSize: 80, runs: [run(1, 9)], practice: true };
    const naive = { name: 'Naive 80', batchSize: 80, runs: [run(1, 7)], practice: true };
    expect(armTable([naive, combee]).map((row) => row.kept)).toEqual([null, null]);
    const serial = { name: 'Sequential', batchSize: 1, runs: [run(1, 10)], practice: true };
    expect(armTable([combee, serial]).map((row) => row.kept)).toEqual([expect.closeTo(0.75), 1]);
  });

  it('R-174: puts the price of a point beside the time; an unpriced run leaves it unknown', () => {
    const runs = [run(1, 10), run(3, 10)];
    const [row] = armTable([{ name: 'Combee 80', batchSize: 80, runs, practice: true }]);
    expect(row?.pointPrice).toMatchObject({ kind: 'measured', usd: 2, usdPerPoint: expect.closeTo(0.05) });
    const unpriced = runs.map((one) => ({ ...one, costUsd: null }));
    const [unknown] = armTable([{ name: 'Combee 80', batchSize: 80, runs: unpriced, practice: true }]);
    expect(unknown?.pointPrice.kind).toBe('unpriced');
  });

  it('refuses an arm without a run', () => {
    expect(() => armTable([{ name: 'empty', batchSize: 1, runs: [], practice: false }])).toThrow(
      /no finished run/,
    );
  });
});
