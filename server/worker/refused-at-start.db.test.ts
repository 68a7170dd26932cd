import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { refusalsRecorded } from '@/server/services/audit/record-refusal';
import { openConfirmation } from '@/server/services/evaluations/open-confirmation';
import { archiveExperiment } from '@/server/services/experiments/change-experiments';
import { controlRun } from '@/server/services/launches/control-run';
import { rerun } from '@/server/services/launches/rerun';
import { startRun } from '@/server/services/launches/start-run';
import { continueReadiness } from '@/server/services/readiness/continue-readiness';
import { startReadiness } from '@/server/services/readiness/start-readiness';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { madeBy } from '@/server/services/runs/testing/made-by';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { advanceSweep } from '@/server/services/sweeps/advance-sweep';
import { launchSweep } from '@/server/services/sweeps/launch-sweep';
import { executeRun } from './handlers/execute-run';

const SERIAL = { points: [{ right: 60 }, { right: 85, learningMs: 8000 }] };
const FAST = { points: [{ right: 60 }, { right: 85, learningMs: 1000 }] };
const POINT = { batch: { kind: 'static', size: 8, reason: 'A test compares runs at one size.' } };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
/** A person of the workspace, who can lose their role. */
let person: Actor<'experiment'>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 8, confirmation: 4, timeScale: 300 });
  listener = makeListener(lab.database.url);
  const userId = `usr_${ulid()}`;
  await db().user.create({ data: { id: userId, email: 'person@example.com', name: 'P', passwordHash: '' } });
  const { workspaceId } = lab.actor;
  await db().membership.create({ data: { workspaceId, userId, role: 'experimenter' } });
  person = testActor('experimenter', { workspaceId, userId, name: 'person@example.com' });
});
afterAll(async () => {
  await refusalsRecorded();
  await listener.close();
  await lab.close();
});

const read = (id: string) => db().run.findUniqueOrThrow({ where: { id } });
const callsOf = (runId: string) => db().journalCall.count({ where: { runId } });

function carry(runId: string, worker = 'worker-a') {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  return executeRun(job, { worker, pool: lab.database.pg, listener, closing });
}

/** Adds a diagnosis to a serial run; each new one replaces the previous ones. */
async function diagnose(runId: string, verdict: 'go' | 'noGo'): Promise<void> {
  const { manifest, workspaceId } = await read(runId);
  const scopeHash = diagnosisScopeHash(manifest as unknown as RunManifest);
  const detail = { finding: verdict === 'go' ? 'plateauAbove' : 'stillRising', alternatives: ['Wait.'] };
  const row = { id: `dia_${ulid()}`, workspaceId, scopeHash, runId, verdict, detail };
  await addDiagnosis({ ...row, reason: 'A test says so.', createdAt: new Date() });
}

/** A parallel run that waits for its worker, on a go. */
async function queuedParallel(actor: Actor<'experiment'> = lab.actor) {
  const experimentId = await lab.makeExperiment(POINT);
  const serial = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', seed: 1 });
  await diagnose(serial.id, 'go');
  const { id } = await startRun(actor, { experimentId, kind: 'combee', seed: 1 });
  return { id, serialId: serial.id, experimentId };
}

const queuedPoint = async (actor: Actor<'experiment'> = lab.actor) =>
  (await startRun(actor, { experimentId: await lab.makeExperiment(POINT), kind: 'comparisonPoint', seed: 7 }))
    .id;

async function expectNotStarted(runId: string, code: string): Promise<void> {
  expect(await carry(runId)).toBe('done');
  const run = await read(runId);
  expect(run).toMatchObject({ status: 'stopped', lastSeq: 0 });
  expect(run.statusReason).toMatch(/^Not started: /);
  expect(run.endedAt).not.toBeNull();
  expect(await callsOf(runId)).toBe(0);
  const [line] = await db().auditEntry.findMany({ where: { subject: runId, action: 'run.notStarted' } });
  expect(line?.detail).toMatchObject({ code });
}

async function untilGoing(runId: string, calls = 4): Promise<void> {
  await expect.poll(() => callsOf(runId), { interval: 10 }).toBeGreaterThan(calls);
}

describe('a run from the queue', () => {
  it('does not start on a go that a later no-go has withdrawn, and records the rule', async () => {
    const { id, serialId } = await queuedParallel();
    await diagnose(serialId, 'noGo');
    await expectNotStarted(id, 'NO_SERIAL_DIAGNOSIS');
    await refusalsRecorded();
    const raised = await db().auditEntry.findMany({ where: { action: 'refusal.raised' } });
    expect(raised.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ via: 'queue' }));
  });

  it('does not start on a deleted go, and starts on a newer go that replaced it', async () => {
    const gone = await queuedParallel();
    await db().diagnosis.deleteMany({ where: { workspaceId: lab.actor.workspaceId } });
    await expectNotStarted(gone.id, 'NO_SERIAL_DIAGNOSIS');
    const renewed = await queuedParallel();
    await diagnose(renewed.serialId, 'noGo');
    await diagnose(renewed.serialId, 'go');
    await carry(renewed.id);
    expect(await callsOf(renewed.id)).toBeGreaterThan(0);
  });

  it('does not start a branch or a repetition of a run on what the run itself was started on', async () => {
    const { id, serialId } = await queuedParallel();
    const again = await rerun(lab.actor, { runId: id, seed: 9 });
    await diagnose(serialId, 'noGo');
    await expectNotStarted(again.id, 'NO_SERIAL_DIAGNOSIS');
  });

  it.each([
    ['is a viewer by then', { role: 'viewer' } as const],
    ['is no member by then', null],
  ])('does not start for a person who %s; a repetition by another person does', async (_, membership) => {
    const id = await queuedPoint(person);
    const where = { workspaceId_userId: { workspaceId: person.workspaceId, userId: person.userId ?? '' } };
    if (membership) await db().membership.update({ where, data: membership });
    else await db().membership.delete({ where });
    await expectNotStarted(id, 'ROLE_FORBIDDEN');
    const other = await rerun(lab.actor, { runId: id, seed: 7 });
    await carry(other.id);
    expect((await read(other.id)).status).toBe('finished');
    const kept = {
      workspaceId: person.workspaceId,
      userId: person.userId ?? '',
      role: 'experimenter',
    } as const;
    await db().membership.upsert({ where, create: kept, update: { role: 'experimenter' } });
  });

  it('does not start for a key that was revoked', async () => {
    const { workspaceId } = lab.actor;
    const key = { id: `key_${ulid()}`, workspaceId, name: 'nightly', role: 'experimenter' } as const;
    await db().apiKey.create({ data: { ...key, secretHash: key.id, prefix: 'wgl', createdBy: 'test' } });
    const byKey = { workspaceId, name: key.name, keyId: key.id, via: 'key' } as const;
    const id = await queuedPoint(testActor('experimenter', byKey));
    await db().apiKey.update({ where: { id: key.id }, data: { revokedAt: new Date() } });
    await expectNotStarted(id, 'ROLE_FORBIDDEN');
  });

  it('does not start on an archived provider', async () => {
    const id = await queuedPoint();
    const put = (archivedAt: Date | null) =>
      db().provider.update({ where: { id: lab.providerId }, data: { archivedAt } });
    await put(new Date());
    await expectNotStarted(id, 'ROLE_MODEL_MISSING');
    await put(null);
  });

  it('does not start as a sweep cell for a person who lost the role, and the sweep pauses before the next', async () => {
    const budget = { usd: null, tokens: null, rollouts: null, wallMs: null };
    const plan = {
      arms: ['naive' as const],
      sizes: [6],
      seeds: [1, 2],
      concurrent: 1,
      budget,
      name: undefined,
    };
    const sweep = await launchSweep(person, { experimentId: await lab.makeExperiment(POINT), ...plan });
    const where = { workspaceId_userId: { workspaceId: person.workspaceId, userId: person.userId ?? '' } };
    await db().membership.update({ where, data: { role: 'viewer' } });
    const [cell] = sweep.cells.flatMap(({ attempts }) => attempts);
    await expectNotStarted(cell?.runId ?? '', 'ROLE_FORBIDDEN');
    await advanceSweep(sweep.id);
    const after = await db().sweep.findUniqueOrThrow({ where: { id: sweep.id } });
    expect(after.status).toBe('paused');
    expect(after.statusReason).toMatch(/^No cell can be started: person@example.com/);
    await db().membership.update({ where, data: { role: 'experimenter' } });
  });

  it('pauses its sweep before the next cell if its experiment was archived', async () => {
    const budget = { usd: null, tokens: null, rollouts: null, wallMs: null };
    const plan = {
      arms: ['naive' as const],
      sizes: [6],
      seeds: [1, 2],
      concurrent: 1,
      budget,
      name: undefined,
    };
    const experimentId = await lab.makeExperiment(POINT);
    const sweep = await launchSweep(lab.actor, { experimentId, ...plan });
    const [cell] = sweep.cells.flatMap(({ attempts }) => attempts);
    await controlRun(lab.actor, { runId: cell?.runId ?? '', action: 'stop' });
    await archiveExperiment(lab.actor, { experimentId });
    await advanceSweep(sweep.id);
    const after = await db().sweep.findUniqueOrThrow({ where: { id: sweep.id } });
    expect(after).toMatchObject({ status: 'paused', statusReason: expect.stringContaining('archived') });
  });
});

describe('a run that has begun', () => {
  it('is paused with a reason, continues once there is a go again, and can be ended without one', async () => {
    const { id, serialId } = await queuedParallel();
    const carried = carry(id);
    await untilGoing(id);
    await controlRun(lab.actor, { runId: id, action: 'pause' });
    await carried;
    expect((await read(id)).status).toBe('paused');
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    const paid = await callsOf(id);
    await diagnose(serialId, 'noGo');
    expect(await carry(id)).toBe('done');
    const run = await read(id);
    expect(run).toMatchObject({ status: 'paused', control: 'pause' });
    expect(run.statusReason).toMatch(/^Not gone on with: /);
    expect(await callsOf(id)).toBe(paid);
    const resume = () => controlRun(lab.actor, { runId: id, action: 'resume' });
    await expect(resume()).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS' });
    await diagnose(serialId, 'go');
    expect((await resume()).status).toBe('queued');
    await diagnose(serialId, 'noGo');
    await controlRun(lab.actor, { runId: id, action: 'stop' });
    await carry(id);
    expect(await read(id)).toMatchObject({ status: 'stopped', statusReason: 'A person stopped the run.' });
  });

  it.each([1, 2])(
    'of engine version %i stays paused: it is not resumed or carried, and can be ended',
    async (version) => {
      const id = await queuedPoint();
      const carried = carry(id);
      await untilGoing(id);
      await controlRun(lab.actor, { runId: id, action: 'pause' });
      await carried;
      await madeBy(id, version);
      const before = { ...(await read(id)), calls: await callsOf(id) };
      expect(before.status).toBe('paused');
      const resume = controlRun(lab.actor, { runId: id, action: 'resume' });
      await expect(resume).rejects.toMatchObject({
        ...{ code: 'STATE_CONFLICT', kind: 'conflict' },
        userMessage: expect.stringContaining(`engine version ${version}`),
      });
      expect(await read(id)).toMatchObject({ status: 'paused', lastSeq: before.lastSeq });

      // As after an upgrade while the run was in the queue: the worker refuses what the service could not.
      await db().run.update({ where: { id }, data: { status: 'queued', control: 'run' } });
      expect(await carry(id)).toBe('done');
      const refused = await read(id);
      expect(refused).toMatchObject({ status: 'paused', lastSeq: before.lastSeq });
      expect(refused.statusReason).toContain(`engine version ${version}`);

      await controlRun(lab.actor, { runId: id, action: 'stop' });
      expect(await carry(id)).toBe('done');
      const ended = await read(id);
      expect(ended).toMatchObject({ status: 'stopped', lastSeq: before.lastSeq });
      expect(ended.statusReason).toContain(`engine version ${version}`);
      expect(await callsOf(id)).toBe(before.calls);
    },
  );

  it('continues in the name of the person who resumed it', async () => {
    const id = await queuedPoint(person);
    await controlRun(person, { runId: id, action: 'pause' });
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    const where = { workspaceId_userId: { workspaceId: person.workspaceId, userId: person.userId ?? '' } };
    await db().membership.update({ where, data: { role: 'viewer' } });
    await carry(id);
    expect((await read(id)).status).toBe('finished');
    await db().membership.update({ where, data: { role: 'experimenter' } });
  });

  it('is not resumed once its experiment was archived', async () => {
    const experimentId = await lab.makeExperiment(POINT);
    const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
    await controlRun(lab.actor, { runId: id, action: 'pause' });
    await archiveExperiment(lab.actor, { experimentId });
    const resume = controlRun(lab.actor, { runId: id, action: 'resume' });
    await expect(resume).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('is not checked again when it is taken over from a dead worker', async () => {
    const { id, serialId } = await queuedParallel();
    const first = carry(id, 'worker-dead');
    await untilGoing(id);
    await diagnose(serialId, 'noGo');
    await carry(id, 'worker-heir');
    await first;
    expect((await read(id)).status).toBe('finished');
  });
});

describe('a repeated measurement', () => {
  /** A finished parallel run with a finished baseline. */
  async function claim() {
    const { id, serialId, experimentId } = await queuedParallel();
    await finishRun(serialId, SERIAL);
    await finishRun(id, FAST);
    await db().run.updateMany({ where: { id }, data: { manifest: await dynamic(id) } });
    return { id, serialId, experimentId };
  }
  /** Adds a batch sized to the hardware, a condition of a speedup. */
  async function dynamic(id: string) {
    const manifest = (await read(id)).manifest as Record<string, never>;
    const batch = {
      kind: 'dynamic',
      profileSizes: [2, 4],
      tauShare: 0.95,
      peakSlope: 'finiteDifference',
      maxBatch: 8,
      confirm: false,
      rewardVarianceFloor: null,
    };
    return { ...manifest, batch };
  }

  it('starts no seed of a claim that has lost a condition of its speedup', async () => {
    const { id, serialId } = await claim();
    await startReadiness(lab.actor, { runId: id });
    const [seed] = await db().run.findMany({ where: { readinessOfId: id } });
    await diagnose(serialId, 'noGo');
    await expectNotStarted(seed?.id ?? '', 'SPEEDUP_CONDITIONS_UNMET');
  });

  it('does not score the confirmation examples for a run that their opening names no longer', async () => {
    const { id } = await claim();
    await db().confirmationOpening.deleteMany({ where: { registrationId: lab.splitId } });
    const { opening } = await openConfirmation(lab.actor, { runId: id });
    const evaluationRunId = opening?.evaluationRunId ?? '';
    await db().confirmationOpening.updateMany({
      where: { evaluationRunId },
      data: { evaluationRunId: 'run_another' },
    });
    await expectNotStarted(evaluationRunId, 'CONFIRMATION_SPENT');
  });

  it('leaves the parallel half on other hardware to a person if its requester lost the role', async () => {
    const { id, serialId } = await claim();
    const startsAs = { name: person.name, via: 'session', userId: 'usr_gone', keyId: null };
    const origin = { readinessOfId: id, readinessLight: 'hardware' };
    await db().run.update({ where: { id: serialId }, data: { ...origin, startsAs } });
    const before = await db().run.count();
    await continueReadiness(serialId);
    expect(await db().run.count()).toBe(before);
    const [line] = await db().auditEntry.findMany({
      where: { subject: serialId, action: 'run.notContinued' },
    });
    expect(line?.detail).toMatchObject({ code: 'ROLE_FORBIDDEN' });
  });
});
