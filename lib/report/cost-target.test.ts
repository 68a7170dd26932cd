import { describe, expect, it } from 'vitest';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { buildRecord, type RecordedRun } from '@/lib/testing/builders/run-record';
import { serialToTarget, targetAmounts, unsaidAmounts } from './cost-target';

const SLOW: RecordedRun = { points: [{ right: 60 }, { right: 85, learningMs: 8000 }] };
const FAST: RecordedRun = { points: [{ right: 60 }, { right: 85, learningMs: 1000 }] };
const beside = (manifest: RecordedRun['manifest'] = {}, target: number | null = 0.8) => {
  const serial = { record: buildRecord({ ...SLOW, runId: 'run_serial', manifest }), rows: [] };
  return serialToTarget(buildRecord(FAST), serial, target);
};

describe('R-024: the cost to a target held-out score, next to the serial baseline', () => {
  it('is a number where it was measured, and a word everywhere else', () => {
    expect(beside()).toMatchObject({
      baseline: { runId: 'run_serial' },
      amounts: { rollouts: 0, learningMs: 8000, totalMs: 8200 },
    });
    expect(beside({}, 0.99).amounts.tokens).toBe('notReached');
    expect(beside({}, null).amounts.tokens).toBe('notMeasured');
    const none = serialToTarget(buildRecord(FAST), null, 0.8);
    expect([none.baseline, none.amounts.costUsd]).toEqual([null, 'notMeasured']);
    const itself = buildRecord({ ...SLOW, manifest: { kind: 'serialBaseline' } });
    expect(serialToTarget(itself, { record: itself, rows: [] }, 0.8).sentence).toMatch(
      /is a serial baseline/,
    );
  });

  it('says no number of another split, and no seconds of another pace', () => {
    const { split } = buildManifest();
    const foreign = beside({ split: { ...split, hash: 'b'.repeat(64) } });
    expect(Object.values(foreign.amounts)).toEqual(Array(6).fill('notCompared'));
    expect(foreign.sentence).toMatch(/different splits/);
    const at = (timeScale: string) => {
      const place = { ...buildModelBinding({ practice: true }), timeScale };
      return { models: { serving: place, proposer: place, evaluator: place } };
    };
    const serial = { record: buildRecord({ ...SLOW, manifest: at('2000') }), rows: [] };
    const paced = serialToTarget(buildRecord({ ...FAST, manifest: at('20') }), serial, 0.8);
    expect(paced.amounts).toMatchObject({
      rollouts: 0,
      gpuSeconds: 'notCompared',
      learningMs: 'notCompared',
      totalMs: 'notCompared',
    });
    expect(paced.sentence).toMatch(/another pace/);
  });

  it('refuses an amount that is neither a number nor a word, and names each', () => {
    const whole = targetAmounts({ kind: 'notReached', target: 0.9, best: 0.8, sentence: 'Not reached.' });
    expect(unsaidAmounts(whole, 'toTarget.run')).toEqual([]);
    const holes = { ...whole, tokens: null, costUsd: Number.NaN, gpuSeconds: 'a lot' };
    expect(unsaidAmounts(holes, 'toTarget.run').map(({ path }) => path)).toEqual([
      'toTarget.run.tokens',
      'toTarget.run.gpuSeconds',
      'toTarget.run.costUsd',
    ]);
    expect(unsaidAmounts(undefined, 'toTarget.run')).toHaveLength(6);
  });
});
