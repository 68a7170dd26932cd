import { describe, expect, it } from 'vitest';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { runLoop } from '@/lib/engine/run-loop';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { gradeOf, JUDGING, judgedManifest, toyJudges } from '@/lib/testing/toy-judge';
import { type ToyRun, type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

type Judges = Parameters<typeof toyJudges>[0];

const upsideDown: Judges['evaluator'] = (request) => 1 - gradeOf(request);

async function run(judges: Judges, options: Partial<ToyRunOptions> & { manifest?: RunManifest } = {}) {
  const started = toyRun({ manifest: judgedManifest(), reply: toyJudges(judges), ...options });
  return { ...started, outcome: await runLoop(started.input) };
}

function factOf<T extends FactType>({ ledger }: Pick<ToyRun, 'ledger'>, type: T): FactData[T] | undefined {
  return ledger.entries.find((entry) => entry.type === type)?.data as FactData[T] | undefined;
}

const judgedBy = ({ model }: Pick<ToyRun, 'model'>, seat: string) =>
  model.requests.filter((request) => request.purpose === 'judge' && (request.seat ?? 'evaluator') === seat);

const forced = judgedManifest({
  judging: { ...JUDGING, judge: 'proposer', forcedReason: 'There is no other model here.' },
});

describe('R-206 the evaluator is checked against the proposer as judge', () => {
  it('passes where both order the answers alike, on max(5 %, 30) pairs of the first measurement', async () => {
    const passed = await run({ evaluator: gradeOf, proposer: (request) => gradeOf(request) / 2 });
    expect(passed.outcome.reason).toBe('trainingDone');
    expect(factOf(passed, 'evaluator.calibrated')).toMatchObject({
      verdict: 'passed',
      judge: 'evaluator',
      against: 'proposer',
      againstSeat: 'proposer',
      pairs: 30,
      judgeNoise: 0,
      seat: 'evaluator',
    });
    expect(judgedBy(passed, 'proposer')).toHaveLength(30);
  });

  it('ends the run where they do not, with what was measured stated', async () => {
    const failed = await run({ evaluator: gradeOf, proposer: upsideDown });
    expect(failed.outcome).toMatchObject({ status: 'stopped', reason: 'evaluatorUncalibrated' });
    expect(factOf(failed, 'run.finished')).toMatchObject({
      numbers: { verdict: 'failed', spearman: -1, pairs: 30, spearmanMin: 0.7 },
    });
    expect(factOf(failed, 'evaluator.calibrated')?.verdict).toBe('failed');
    expect(factOf(failed, 'heldOut.measured')?.score.n).toBe(40);
    expect(factOf(failed, 'batch.planned')).toBeUndefined();
  });

  it('goes on where it cannot be told, and says that it cannot', async () => {
    const constant = await run({ evaluator: () => 0, proposer: gradeOf });
    expect(constant.outcome.reason).toBe('trainingDone');
    expect(factOf(constant, 'evaluator.calibrated')).toMatchObject({
      verdict: 'notCalibratable',
      spearman: null,
    });
    const counts = { train: 6, selection: 0, heldOut: 29, confirmation: 0 };
    const small = judgedManifest({ split: { registrationId: 's', hash: 'h', counts } });
    const few = await run({ evaluator: gradeOf, proposer: gradeOf }, { manifest: small });
    expect(few.outcome.reason).toBe('trainingDone');
    expect(factOf(few, 'evaluator.calibrated')).toMatchObject({ pairs: 29, minPairs: 30 });
  });

  it('pays each score once: the sample is part of the measurement, the second look is a key of its own', async () => {
    const passed = await run({ evaluator: gradeOf, proposer: gradeOf });
    const first = judgedBy(passed, 'evaluator').slice(0, 70);
    expect(passed.model.repeatedKeys()).toEqual([]);
    // 40 answers and 30 second looks before the training; the twelve training answers and further measurements after.
    expect(new Set(first.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(70);
  });

  it('shows what the judge differs from itself by', async () => {
    const seen = new Set<string>();
    const noisy: Judges['evaluator'] = (request) => {
      const again = seen.has(request.messages.at(-1)?.content ?? '');
      seen.add(request.messages.at(-1)?.content ?? '');
      return gradeOf(request) + (again ? 0.1 : 0);
    };
    const counts = { train: 6, selection: 0, heldOut: 8, confirmation: 0 };
    const small = judgedManifest({ split: { registrationId: 's', hash: 'h', counts } });
    const noisyRun = await run({ evaluator: noisy, proposer: gradeOf }, { manifest: small });
    expect(factOf(noisyRun, 'evaluator.calibrated')?.judgeNoise).toBeCloseTo(0.1, 12);
  });

  it('does not fire where code scores: says so once, and asks no judge', async () => {
    const manifest = buildManifest({ judging: JUDGING });
    const coded = await run({}, { manifest });
    const stated = coded.ledger.entries.filter(({ type }) => type === 'evaluator.calibrated');
    expect(stated).toHaveLength(1);
    expect(stated[0]?.data).toMatchObject({ verdict: 'notApplicable', judge: 'code', pairs: 0 });
    expect(judgedBy(coded, 'evaluator')).toEqual([]);
    const older = await run({}, { manifest: buildManifest() });
    expect(factOf(older, 'evaluator.calibrated'), 'a run from before says nothing').toBeUndefined();
  });
});

describe('R-180 a proposer that was forced to judge', () => {
  it('keeps the seat where it is calibrated against the separate evaluator', async () => {
    const kept = await run({ proposer: gradeOf, evaluator: gradeOf }, { manifest: forced });
    expect(factOf(kept, 'evaluator.calibrated')).toMatchObject({ verdict: 'passed', seat: 'proposer' });
    expect(factOf(kept, 'evaluator.reverted')).toBeUndefined();
    expect(judgedBy(kept, 'evaluator')).toHaveLength(30);
  });

  it('gives it back by itself where it fails, and no score of its own has counted', async () => {
    const lenient = () => 1;
    const reverted = await run({ proposer: lenient, evaluator: gradeOf }, { manifest: forced });
    expect(reverted.outcome.reason).toBe('trainingDone');
    expect(factOf(reverted, 'evaluator.reverted')).toMatchObject({
      from: 'proposer',
      to: 'evaluator',
      calibration: { verdict: 'notCalibratable', pairs: 30 },
    });
    const measured = factOf(reverted, 'heldOut.measured');
    // Eight grades from 0 to 7/8, five of each: the evaluator's mean, not the proposer's 1.
    expect(measured?.score.mean).toBeCloseTo(3.5 / 8, 12);
    expect(judgedBy(reverted, 'proposer'), 'two looks at the sample and nothing more').toHaveLength(60);
    const scores = reverted.ledger.entries.flatMap(({ type, data }) =>
      type === 'rollout.finished' ? [(data as FactData['rollout.finished']).score ?? 1] : [],
    );
    expect(Math.max(...scores)).toBeLessThan(1);
  });

  it('ends alike when it is killed in the middle and taken up again', async () => {
    const judges = { proposer: upsideDown, evaluator: gradeOf };
    const whole = await run(judges, { manifest: forced });
    const store = journalStore();
    const killed = run(judges, {
      manifest: forced,
      store,
      onCall: (call) => {
        if (call === 75) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const resumed = await run(judges, { manifest: forced, store });
    expect(resumed.outcome.runHash).toBe(whole.outcome.runHash);
  });
});

describe('R-112 a proxy above the cost ceiling', () => {
  const { evaluator } = judgedManifest().models;
  const proxy = { ...evaluator, model: 'small', usdPerMillionIn: 0.1, usdPerMillionOut: 0.1 };
  const capped = (costCeilingUsd: number) =>
    judgedManifest({ judging: { ...JUDGING, costCeilingUsd, proxy } });

  it('judges once it is calibrated against the full evaluator, and is marked as one', async () => {
    const dear = await run({ evaluator: gradeOf, proxy: gradeOf }, { manifest: capped(0.000001) });
    expect(factOf(dear, 'evaluator.calibrated')).toMatchObject({
      verdict: 'passed',
      judge: 'small',
      against: 'evaluator',
      seat: 'proxy',
      costCeilingUsd: 0.000001,
    });
    expect(judgedBy(dear, 'evaluator')).toHaveLength(30);
    expect(judgedBy(dear, 'proposer')).toHaveLength(0);
    expect(judgedBy(dear, 'proxy').length).toBeGreaterThan(60);
  });

  it('may not judge uncalibrated: the run ends rather than passing the ceiling', async () => {
    const failed = await run({ evaluator: gradeOf, proxy: upsideDown }, { manifest: capped(0.000001) });
    expect(failed.outcome.reason).toBe('evaluatorUncalibrated');
    const unsure = await run({ evaluator: gradeOf, proxy: () => 1 }, { manifest: capped(0.000001) });
    expect(unsure.outcome.reason).toBe('evaluatorUncalibrated');
  });

  it('R-111 leaves the full evaluator in its seat below the ceiling', async () => {
    const cheap = await run({ evaluator: gradeOf, proposer: gradeOf }, { manifest: capped(1) });
    expect(factOf(cheap, 'evaluator.calibrated')).toMatchObject({ seat: 'evaluator', verdict: 'passed' });
    expect(judgedBy(cheap, 'proxy')).toHaveLength(0);
  });
});
