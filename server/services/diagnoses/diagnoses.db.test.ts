import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import { diagnosisForecast } from '@/lib/evaluation/diagnosis-forecast';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { readSpeedupConditions } from '@/server/services/launches/read-speedup-conditions';
import { prepareRun, startRun } from '@/server/services/launches/start-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { diagnoseSerial } from './diagnose-serial';
import { forecastDiagnosis } from './forecast-diagnosis';
import { makeDiagnosis } from './make-diagnosis';
import { getDiagnosis, listDiagnoses, readDiagnosisDocument } from './read-diagnoses';

const HELD_OUT = 300;
const GO = [0.5, 0.6, 0.7, 0.8, 0.8, 0.8, 0.8, 0.8];
const RISING = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65];

let lab: PracticeLab;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  experimentId = await lab.makeExperiment({});
});
afterAll(() => lab.close());

/** A serial run that has ended with this curve; the last `missing` examples of each point have no score. */
async function serialRun(heights: readonly number[], missing = 0): Promise<string> {
  const { id } = await startRun(lab.actor, { experimentId, kind: 'serialBaseline' });
  const ids = Array.from({ length: HELD_OUT }, (_, index) => `e${index}`);
  await db().ledgerEntry.createMany({
    data: heights.map((height, index) => ({
      runId: id,
      seq: index + 1,
      type: 'heldOut.measured',
      key: `heldOut.measured/${index}`,
      data: measured({ height, index, ids, missing }),
      measured: { atMs: 1 },
      at: new Date(),
    })),
  });
  await db().run.update({ where: { id }, data: { status: 'finished', lastSeq: heights.length } });
  return id;
}

interface Point {
  readonly height: number;
  readonly index: number;
  readonly ids: readonly string[];
  readonly missing: number;
}

function measured({ height, index, ids, missing }: Point): Prisma.InputJsonObject {
  const scored = HELD_OUT - missing;
  const scores = ids.map((_, example) => (example >= scored ? null : Number(example < height * HELD_OUT)));
  const score = { mean: height, lower: height - 0.05, upper: height + 0.05, n: scored };
  const what = {
    iteration: index,
    candidateHash: `c${index}`,
    split: 'heldOut',
    trainExamplesSeen: index * 25,
  };
  const counts = { failures: missing, ...(missing > 0 ? { missing } : {}) };
  return { ...what, score, exampleIds: [...ids], scores, ...counts, best: true };
}

/** Two examples change with each point: scores that are all the same would count as one prompt's, restated. */
const IMPORTED = 4000;
const rightFrom = (point: number, height: number) =>
  Array.from({ length: IMPORTED }, (_, example) => {
    const isChanged = example === point || example === IMPORTED - 1 - point;
    return example < height * IMPORTED !== isChanged ? 1 : 0;
  });

async function importedRun(scoredOn: string, heights: readonly number[] = GO): Promise<string> {
  const points = heights.map((score, index) => ({
    ...{ seen: index * 10, score, lower: null, upper: null },
    ...{ n: HELD_OUT, seconds: null, usd: null },
  }));
  const id = `imp_${scoredOn}_${heights.length}`;
  const summary = { pointCount: points.length, firstScore: 0.5, bestScore: 0.8, hasPrompt: false };
  const provenance = {
    ...{ files: [], mapping: null, leftOut: [], unknown: [], faultCount: 0, faults: [] },
    ...{ ranBy: '', ranAt: '', hardware: '8 x H100', description: '' },
  };
  const about = { source: 'csv', method: 'gepa', task: 'Sums', seenUnit: 'rollouts', scoredOn };
  await db().importedRun.create({
    data: {
      ...{ id, workspaceId: lab.actor.workspaceId, name: id, ...about },
      ...{ summary, points, notes: [], provenance, createdBy: 'test' },
    },
  });
  return id;
}

const startParallel = () => startRun(lab.actor, { experimentId, kind: 'combee', seed: 1 });
const newest = async () => (await listDiagnoses(lab.actor, { limit: 1 } as never)).items[0];

describe('the diagnosis of a serial run', () => {
  it('R-011 R-060 R-063 opens parallel runs with a go, kept whole under its hash', async () => {
    await expect(startParallel()).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-011' });
    const runId = await serialRun(GO);
    await diagnoseSerial(runId);
    await diagnoseSerial(runId);
    const { items } = await listDiagnoses(lab.actor, { limit: 10, runId } as never);
    expect(items, 'a run that is settled twice is diagnosed once').toHaveLength(1);
    const detail = await getDiagnosis(lab.actor, { diagnosisId: items[0]?.id ?? '' });
    expect(detail).toMatchObject({ intact: true, summary: { verdict: 'go', newer: null } });
    expect(detail.content.curve.points).toHaveLength(GO.length);
    expect(detail.hash).toBe(canonicalHash(detail.content));
    const started = await startParallel();
    const audit = await db().auditEntry.findFirst({ where: { subject: started.id, action: 'run.started' } });
    expect(audit?.detail).toMatchObject({ diagnosisId: detail.content.id });
    const conditions = await readSpeedupConditions(lab.actor, { experimentId });
    expect(conditions).toMatchObject({ diagnosisId: detail.content.id });
    expect(conditions.conditions[2]).toMatchObject({ id: 'serialConverges', met: true });
  });

  it('R-061 R-064 is taken back by a newer no-go, which the older page says', async () => {
    const before = await newest();
    await diagnoseSerial(await serialRun(RISING));
    const refused = startParallel();
    await expect(refused).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-061' });
    await expect(refused).rejects.toThrow(/No plateau\. Add serial rollouts first\./);
    const after = await newest();
    expect(after).toMatchObject({ verdict: 'noGo', newer: null });
    expect(after?.alternatives).not.toHaveLength(0);
    const old = await readDiagnosisDocument(lab.actor, { diagnosisId: before?.id ?? '' });
    expect(JSON.stringify(old)).toContain(`Taken back. Diagnosis ${after?.id}`);
  });

  it('R-062 says that the plateau is not above the original prompt', async () => {
    await diagnoseSerial(await serialRun([0.6, 0.6, 0.6, 0.6, 0.6, 0.6]));
    await expect(startParallel()).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-062' });
  });

  it('counts each request as a look, and records who asked', async () => {
    const runId = await serialRun(RISING);
    const [first, second] = [
      await makeDiagnosis(lab.actor, { runId }),
      await makeDiagnosis(lab.actor, { runId }),
    ];
    expect((second?.content.decision?.look ?? 0) - (first?.content.decision?.look ?? 0)).toBe(1);
    const audit = await db().auditEntry.findFirst({ where: { subject: second?.content.id ?? '' } });
    expect(audit).toMatchObject({ action: 'diagnosis.made', actor: lab.actor.name });
  });

  it('takes one look a run, however often its end is settled, and one each for runs that end at once', async () => {
    const [first, second] = [await serialRun(RISING), await serialRun(RISING)];
    await Promise.all([first, first, second].map(diagnoseSerial));
    const rows = await db().diagnosis.findMany({ where: { runId: { in: [first, second] } } });
    expect(new Set(rows.map(({ runId }) => runId)).size).toBe(rows.length);
    const looks = await Promise.all(
      rows.map(async ({ id }) => (await getDiagnosis(lab.actor, { diagnosisId: id })).content.decision?.look),
    );
    expect(rows).toHaveLength(2);
    expect(new Set(looks).size).toBe(2);
  });

  it('R-060 has its likely cost stated beforehand, by the cap that the serial run will pin', async () => {
    const own = await lab.makeExperiment({ epochs: 2, evaluation: { repetitionsMax: 8 } });
    const { forecast } = await readSpeedupConditions(lab.actor, { experimentId: own });
    const { manifest } = await prepareRun(lab.actor, { experimentId: own, kind: 'serialBaseline' });
    expect(forecast).toEqual(diagnosisForecast(manifest));
    expect(forecast).toMatchObject({ repetitionsMax: 8, isAfterFirstEpoch: true });
    const asked = {
      ...{ splitId: lab.splitId, method: 'ace' as const, measuredOn: 'heldOut' as const },
      ...{ epochs: 2, repetitionsMax: 8 },
    };
    expect(await forecastDiagnosis(lab.actor, asked)).toEqual(forecast);
    const elsewhere = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(forecastDiagnosis(elsewhere, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('R-060 is refused without a curve', async () => {
    const empty = await serialRun([]);
    await expect(makeDiagnosis(lab.actor, { runId: empty })).rejects.toMatchObject({
      code: 'SERIAL_CURVE_MISSING',
      ruleId: 'R-060',
    });
  });

  it('computes content and hash of a row from before they were kept', async () => {
    const runId = await serialRun(GO);
    const detail = await getRun(lab.actor, { runId });
    const scopeHash = diagnosisScopeHash(detail.manifest as unknown as RunManifest);
    const row = { workspaceId: lab.actor.workspaceId, scopeHash, runId, verdict: 'go', reason: 'Flat.' };
    await db().diagnosis.create({ data: { id: 'dia_old', ...row, detail: {} } });
    const old = await getDiagnosis(lab.actor, { diagnosisId: 'dia_old' });
    expect(old).toMatchObject({ intact: true, content: { decision: null, finding: 'unknown' } });
    expect(old.content.curve.points).toHaveLength(GO.length);
    expect((await getDiagnosis(lab.actor, { diagnosisId: 'dia_old' })).hash).toBe(old.hash);
  });
});

describe('a serial run whose scores cannot decide anything', () => {
  const kept = (runId: string) => db().diagnosis.count({ where: { runId } });

  it('takes no earlier go back where scores are missing: at its end nothing is kept, and by hand it is refused', async () => {
    const go = await serialRun(GO);
    await diagnoseSerial(go);
    const before = await newest();
    expect(before).toMatchObject({ verdict: 'go' });
    const runId = await serialRun(RISING, 6);
    await diagnoseSerial(runId);
    await expect(makeDiagnosis(lab.actor, { runId })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      userMessage: expect.stringContaining('missing'),
    });
    expect(await kept(runId)).toBe(0);
    expect(await newest()).toEqual(before);
    expect((await startParallel()).status).toBe('queued');

    const whole = await serialRun(RISING);
    await diagnoseSerial(whole);
    expect(await newest(), 'the same curve without a missing score').toMatchObject({ verdict: 'noGo' });
  });

  it('is diagnosed all the same where there is no go to take back', async () => {
    expect((await newest())?.verdict).not.toBe('go');
    const runId = await serialRun(RISING, 6);
    await diagnoseSerial(runId);
    expect(await kept(runId)).toBe(1);
  });

  it('is never diagnosed where most of its answers cannot be parsed, while it is going, or where it is no baseline', async () => {
    const unreadable = await serialRun(GO);
    const end = { reason: 'answersUnreadable' };
    const fact = { type: 'run.finished', key: 'run.finished', measured: { atMs: 1 }, at: new Date() };
    await db().ledgerEntry.create({ data: { runId: unreadable, seq: GO.length + 1, data: end, ...fact } });
    await db().run.update({ where: { id: unreadable }, data: { status: 'stopped' } });
    const going = await serialRun(GO);
    await db().run.update({ where: { id: going }, data: { status: 'running' } });
    const batch = { kind: 'static', size: 4, reason: 'A test compares runs at one size.' };
    const fixed = await lab.makeExperiment({ batch });
    const point = await startRun(lab.actor, { experimentId: fixed, kind: 'comparisonPoint', seed: 3 });
    const refusals = [
      [unreadable, 'SERIAL_CURVE_MISSING'],
      [going, 'STATE_CONFLICT'],
      [point.id, 'SERIAL_CURVE_MISSING'],
    ] as const;
    for (const [runId, code] of refusals) {
      await expect(makeDiagnosis(lab.actor, { runId }), code).rejects.toMatchObject({ code });
      expect(await kept(runId)).toBe(0);
    }
  });
});

describe('the diagnosis of an imported curve', () => {
  it('R-060 is undecided with means only, drawn with binomial intervals', async () => {
    const importedRunId = await importedRun('heldOut');
    const { content } = await makeDiagnosis(lab.actor, { importedRunId });
    expect(content).toMatchObject({ verdict: 'undecided', finding: 'meansOnly' });
    expect(content.curve.points[0]?.lower).toBeLessThan(0.5);
  });

  it('E10: opens no run here, whatever its verdict', async () => {
    const importedRunId = await importedRun('heldOut', [...GO, 0.8]);
    const scores = [...GO, 0.8].map((height, index) => ({
      seen: index * 10,
      scores: rightFrom(index, height),
    }));
    await diagnoseSerial(await serialRun(RISING));
    const { content } = await makeDiagnosis(lab.actor, { importedRunId, scores });
    expect(content).toMatchObject({ verdict: 'go', scope: { hardware: ['8 x H100 (elsewhere)'] } });
    await expect(startParallel()).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS' });
    const other = makeDiagnosis(lab.actor, { importedRunId, scores: scores.slice(1) });
    await expect(other).rejects.toMatchObject({ code: 'SERIAL_CURVE_MISSING' });
  });
});
