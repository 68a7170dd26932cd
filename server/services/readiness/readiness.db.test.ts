import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuration } from '@/lib/contracts/configuration';
import { type ReadinessView, readiness } from '@/lib/contracts/readiness';
import type { RunManifest } from '@/lib/domain/manifest';
import { configurationHash } from '@/lib/report/configuration';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { readCosts } from '@/server/services/costs/read-costs';
import { startRun } from '@/server/services/launches/start-run';
import { acknowledgeConfounding } from '@/server/services/runs/acknowledge-confounding';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { controlReadiness } from './control-readiness';
import { readConfiguration } from './read-configuration';
import { readReadiness } from './read-readiness';
import { startReadiness } from './start-readiness';
import { finishConfirmation, finishRun } from './testing/finish-run';
import { waiveHardware } from './waive-hardware';

const SERIAL = { points: [{ right: 60 }, { right: 85, learningMs: 8000 }] };
const FAST = { points: [{ right: 60 }, { right: 85, learningMs: 1000 }] };
const REASON = 'One cluster is all that there is.';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 100, timeScale: null });
});
afterAll(() => lab.close());

const manifestOf = async (runId: string) =>
  (await getRun(lab.actor, { runId })).manifest as unknown as RunManifest;

async function makeProvider(hardware: string): Promise<string> {
  const id = `prv_${ulid()}`;
  const { workspaceId } = lab.actor;
  await db().provider.create({
    data: { id, workspaceId, name: id, baseUrl: `https://${hardware}.example/v1`, hardware },
  });
  const price = { usdPerMillionIn: 1, usdPerMillionOut: 2 };
  for (const name of ['small', 'large'])
    await db().model.create({ data: { id: `mdl_${ulid()}`, providerId: id, name, ...price } });
  return id;
}

/** In place of what the end of the serial run would have found. */
async function diagnose(runId: string, verdict: 'go' | 'noGo' = 'go'): Promise<void> {
  const manifest = await manifestOf(runId);
  await addDiagnosis({
    id: `dia_${ulid()}`,
    workspaceId: lab.actor.workspaceId,
    scopeHash: diagnosisScopeHash(manifest),
    runId,
    verdict,
    reason: 'A test says so.',
    detail: {},
  });
}

/** A finished parallel run with its baseline, on a provider of its own (practice where none is named). */
async function makeClaim(
  providerId?: string,
  record: Parameters<typeof finishRun>[1] = FAST,
  isConfounded = false,
): Promise<{ runId: string; serialId: string; experimentId: string }> {
  const role = providerId && { providerId, model: 'small' };
  const proposer = role && (isConfounded ? role : { ...role, model: 'large' });
  const models = role && { models: { serving: role, proposer, evaluator: role } };
  const experimentId = await lab.makeExperiment({ ...models });
  const serial = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', seed: 1 });
  await finishRun(serial.id, SERIAL);
  await diagnose(serial.id);
  const run = await startRun(lab.actor, { experimentId, kind: 'combee', seed: 1 });
  await finishRun(run.id, record);
  return { runId: run.id, serialId: serial.id, experimentId };
}

/** As if the split had been registered with confirmation examples before the run. */
async function giveSlice(runId: string, registrationId = lab.splitId): Promise<void> {
  const manifest = await manifestOf(runId);
  const counts = { ...manifest.split.counts, confirmation: 4 };
  const split = { ...manifest.split, registrationId, counts };
  await db().run.update({ where: { id: runId }, data: { manifest: { ...manifest, split } as object } });
}

const states = ({ lights }: ReadinessView) => lights.map(({ state }) => state);
const press = (runId: string, hardware?: string, model = 'small') =>
  startReadiness(lab.actor, {
    runId,
    ...(hardware
      ? { hardware: { serving: { providerId: hardware, model, temperature: 0, maxTokens: 4096 } } }
      : {}),
  });
const runsOf = (runId: string, light: string) =>
  db().run.findMany({
    where: { readinessOfId: runId, readinessLight: light },
    orderBy: { createdAt: 'asc' },
  });

describe('measuring a speed claim again', () => {
  it('R-005: shows no headline before anything is measured, and what measuring will take', async () => {
    const { runId, serialId } = await makeClaim(await makeProvider('H100'));
    const read = readiness.parse(await readReadiness(lab.actor, { runId }));
    expect(read).toMatchObject({
      status: 'notReady',
      headline: null,
      claim: { verdict: 'speedup', ratio: null },
    });
    expect(states(read)).toEqual(['notMeasured', 'notMeasured', 'notMeasured']);
    expect(read.baseline?.runId).toBe(serialId);
    expect(read.estimate?.parts.map(({ name, usd }) => [name, usd])).toEqual([
      ['seed', 4],
      ['hardware', 4],
    ]);
  });

  it('steers the runs of a claim as one, and counts them as one', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'));
    await press(runId);
    const control = (action: 'pause' | 'resume' | 'stop') => controlReadiness(lab.actor, { runId, action });
    expect(readiness.parse(await control('pause')).progress).toMatchObject({ runs: 2, ended: 0, paused: 2 });
    expect((await control('stop')).progress).toMatchObject({ runs: 2, ended: 2, lost: 2 });
    await expect(control('resume')).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('R-004: one press starts two new seeds of the same manifest, a second press none', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'));
    const pressed = readiness.parse(await press(runId));
    expect(states(pressed)).toEqual(['notMeasured', 'notMeasured', 'measuring']);
    const seeds = await runsOf(runId, 'seed');
    expect(new Set([1, ...seeds.map(({ seed }) => seed)]).size).toBe(3);
    const hashes = await Promise.all([runId, ...seeds.map(({ id }) => id)].map(manifestOf));
    expect(new Set(hashes.map(configurationHash)).size).toBe(1);
    await expect(press(runId)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    for (const { id } of seeds) await finishRun(id, FAST);
    expect(states(await readReadiness(lab.actor, { runId }))[2]).toBe('green');
  });

  it('R-004: starts another seed for one that failed, and two presses at once start two runs', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'));
    const presses = await Promise.allSettled([press(runId), press(runId)]);
    expect(presses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [first] = await runsOf(runId, 'seed');
    await db().run.update({ where: { id: first?.id ?? '' }, data: { status: 'failed' } });
    await press(runId);
    expect(await runsOf(runId, 'seed')).toHaveLength(3);
  });

  it('J5: a new seed reads no answers that the claim’s own run left behind', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'));
    const manifest = await manifestOf(runId);
    const cached = { ...manifest, evaluationCache: { read: true, namespace: 'shared' } };
    await db().run.update({ where: { id: runId }, data: { manifest: cached as object } });
    await press(runId);
    const namespaces = (await runsOf(runId, 'seed')).map(
      (run) => (run.manifest as unknown as RunManifest).evaluationCache?.namespace,
    );
    expect(new Set([...namespaces, 'shared']).size).toBe(3);
    expect(namespaces.every((name) => name?.startsWith(`readiness/${runId}/`))).toBe(true);
  });

  it('R-002: on other hardware the serial side runs first, and the parallel one follows its go', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'));
    const other = await makeProvider('MI300X');
    expect(states(await press(runId, other))[0]).toBe('measuring');
    const [serial] = await runsOf(runId, 'hardware');
    expect(serial?.kind).toBe('serialBaseline');
    await finishRun(serial?.id ?? '', SERIAL);
    await diagnose(serial?.id ?? '');
    await settle(serial?.id ?? '');
    const pair = await runsOf(runId, 'hardware');
    expect(pair.map(({ kind }) => kind)).toEqual(['serialBaseline', 'combee']);
    await settle(serial?.id ?? '');
    expect(await runsOf(runId, 'hardware')).toHaveLength(2);
    await finishRun(pair[1]?.id ?? '', FAST);
    const [light] = (await readReadiness(lab.actor, { runId })).lights;
    expect(light).toMatchObject({ state: 'green', sentence: 'The speedup holds on MI300X.' });
  });

  it('P4: practice rehearses the light and never turns it green', async () => {
    const { runId } = await makeClaim();
    await press(runId, lab.providerId, 'practice-task');
    const [again] = await runsOf(runId, 'hardware');
    expect(again?.kind, 'the baseline is there already').toBe('combee');
    await finishRun(again?.id ?? '', FAST);
    const read = await readReadiness(lab.actor, { runId });
    expect(read).toMatchObject({ practice: true, status: 'notReady', headline: null });
    expect(states(read)[0]).toBe('rehearsed');
  });

  it('R-002: a serial side without a go breaks the light; the same hardware is refused', async () => {
    const same = await makeProvider('H100');
    const { runId } = await makeClaim(same);
    await expect(press(runId, same)).rejects.toThrow(/declares the same hardware \(H100\)/);
    await press(runId, await makeProvider('B200'));
    const [serial] = await runsOf(runId, 'hardware');
    await finishRun(serial?.id ?? '', SERIAL);
    await diagnose(serial?.id ?? '', 'noGo');
    await settle(serial?.id ?? '');
    const [light] = (await readReadiness(lab.actor, { runId })).lights;
    expect(light).toMatchObject({ state: 'red', sentence: /On B200 the serial baseline gives no go/ });
  });

  it('R-002: an owner waives with a reason, and practice has nothing to waive', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'));
    const owner = lab.actorAs('owner');
    const waived = await waiveHardware(owner, { runId, reason: REASON });
    expect(waived).toMatchObject({
      scope: 'single hardware class',
      waiver: { by: 'owner@test', reason: REASON },
    });
    expect(states(waived)[0]).toBe('waived');
    const audit = await db().auditEntry.findFirst({ where: { subject: runId, action: 'readiness.waived' } });
    expect(audit?.actor).toBe('owner@test');
    const practice = await makeClaim();
    await expect(waiveHardware(owner, { runId: practice.runId, reason: REASON })).rejects.toThrow(
      /rehearsal/,
    );
  });

  it('R-028: blocks the headline of a run whose proposer also serves, until that is acknowledged permanently', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'), FAST, true);
    const blocked = await readReadiness(lab.actor, { runId });
    expect(blocked.blockedBy).toMatchObject({ code: 'ROLES_CONFOUNDED', light: 'claim' });
    await expect(press(runId)).rejects.toMatchObject({ code: 'ROLES_CONFOUNDED', ruleId: 'R-028' });
    const costs = await readCosts(lab.actor, { runId });
    expect(costs.headline).toMatchObject({ big: 'No headline', cost: { kind: 'measured' } });
    const acknowledge = (reason: string) => acknowledgeConfounding(lab.actor, { runId, reason });
    await expect(acknowledge('Fine.')).rejects.toMatchObject({ ruleId: 'R-028' });
    const reason = 'Another proposer was seen to gain as much.';
    const said = await acknowledge(reason);
    expect(said.acknowledged).toMatchObject({ by: lab.actor.name, reason });
    expect(await acknowledge('A second word, which changes nothing.')).toEqual(said);
    expect((await getRun(lab.actor, { runId })).confounding).toEqual(said);
    const entries = await db().auditEntry.findMany({
      where: { subject: runId, action: 'confounding.acknowledged' },
    });
    expect(entries.map(({ detail }) => detail)).toEqual([{ reason }]);
    const open = await readReadiness(lab.actor, { runId });
    expect(open.blockedBy?.code).toBe('NOT_READY_HARDWARE');
    expect(open.claim?.notes.join()).toContain(reason);
    expect((await readCosts(lab.actor, { runId })).headline.big).toMatch(/a point$/);
    const apart = await makeClaim(await makeProvider('H100'));
    expect((await getRun(lab.actor, { runId: apart.runId })).confounding).toBeNull();
    await expect(acknowledgeConfounding(lab.actor, { runId: apart.runId, reason })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  it('R-010: lets no speedup be claimed once a condition of it fails, and names which', async () => {
    const { runId, experimentId } = await makeClaim(await makeProvider('H100'));
    await press(runId);
    const later = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', seed: 2 });
    await finishRun(later.id, SERIAL);
    await diagnose(later.id, 'noGo');
    const read = await readReadiness(lab.actor, { runId });
    expect(read).toMatchObject({ headline: null, blockedBy: { code: 'SPEEDUP_CONDITIONS_UNMET' } });
    expect(read.sentence).toMatch(/Not met by this run: \(c\) The serial run converges already\.$/);
    await expect(press(runId)).rejects.toMatchObject({
      ruleId: 'R-010',
      fields: [{ path: 'conditions.serialConverges', message: 'A test says so.' }],
    });
  });

  it('takes a baseline whose times may be compared before one of another pace, and says where there is none', async () => {
    const { runId, serialId } = await makeClaim();
    const paced = async (id: string, timeScale: string) => {
      const manifest = await manifestOf(id);
      const { serving, proposer } = manifest.models;
      const models = {
        ...manifest.models,
        serving: { ...serving, timeScale },
        proposer: { ...proposer, timeScale },
      };
      await db().run.update({ where: { id }, data: { manifest: { ...manifest, models } as object } });
    };
    await paced(serialId, '2000');
    await paced(runId, '20');
    const others = await db().run.findMany({ where: { kind: 'serialBaseline', practice: true } });
    for (const { id } of others) await paced(id, '2000');
    const apart = await readReadiness(lab.actor, { runId });
    expect(apart.claim).toMatchObject({ verdict: 'notComparable', ratio: null, serialMs: null });
    expect(apart.sentence).toMatch(/another pace.*time-scale 20; time-scale 2000/);
    const costs = await readCosts(lab.actor, { runId });
    expect(costs.againstSerial.kind, 'points and dollars are compared all the same').toBe('compared');
    await paced(serialId, '20');
    const timed = await readReadiness(lab.actor, { runId });
    expect(timed).toMatchObject({ baseline: { runId: serialId }, claim: { verdict: 'speedup' } });
  });

  it('R-003: one press opens the slice for the chosen prompt, once, and the light follows its score', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'));
    const slice = async () => (await readReadiness(lab.actor, { runId })).lights[1];
    expect((await slice())?.sentence).toMatch(/no confirmation examples/);
    await giveSlice(runId);
    expect((await slice())?.sentence).toMatch(/still sealed/);
    const pressed = await press(runId);
    expect(states(pressed)[1]).toBe('measuring');
    const opening = await db().confirmationOpening.findFirstOrThrow({ where: { runId } });
    expect(opening.candidateHash).toBe('candidate-1');
    await finishConfirmation(opening.evaluationRunId, [60, 80]);
    expect(await slice()).toMatchObject({ state: 'green', numbers: [{ gain: { n: 1000 } }] });
    expect((await slice())?.numbers[0]?.gain?.mean).toBeCloseTo(0.2);
    const other = await makeClaim(await makeProvider('H100'));
    await giveSlice(other.runId);
    const spent = await press(other.runId);
    expect(spent.lights[1]).toMatchObject({ state: 'notMeasured', sentence: /opened for another prompt/ });
  });

  it('R-003: keeps the slice sealed where there is no speedup to confirm', async () => {
    const { runId } = await makeClaim(await makeProvider('H100'), {
      points: [{ right: 60 }, { right: 85, learningMs: 9000 }],
    });
    await giveSlice(runId, `spl_${ulid()}`);
    const pressed = await press(runId);
    expect(pressed.lights[1]).toMatchObject({ state: 'notMeasured', sentence: /still sealed/ });
    expect(await db().confirmationOpening.count({ where: { runId } })).toBe(0);
  });

  it('applies to finished parallel runs only, and says why not elsewhere', async () => {
    const { serialId, experimentId, runId } = await makeClaim();
    expect(await readReadiness(lab.actor, { runId: serialId })).toMatchObject({ status: 'notApplicable' });
    await expect(press(serialId)).rejects.toThrow(/finished parallel run/);
    const waiting = await startRun(lab.actor, { experimentId, kind: 'combee', seed: 3 });
    expect(await readReadiness(lab.actor, { runId: waiting.id })).toMatchObject({
      status: 'notReady',
      lights: [],
    });
    await expect(readReadiness(lab.actor, { runId, baseline: runId })).rejects.toThrow(
      /finished serial baseline/,
    );
  });

  it('R-006: gives a configuration its hash, version and runs, and what changed against another', async () => {
    const { runId, serialId } = await makeClaim();
    const read = configuration.parse(await readConfiguration(lab.actor, { runId, against: serialId }));
    expect(read).toMatchObject({ version: 2, runs: [{ runId, seed: 1 }] });
    expect(read.configuration).not.toHaveProperty('runSeed');
    expect(read.changes?.map(({ path }) => path)).toContain('batch.kind');
    expect((await readConfiguration(lab.actor, { runId: serialId })).changes).toBeNull();
  });
});

/** As the worker does when the queue gives it a run that has ended. */
async function settle(runId: string): Promise<void> {
  const { signal } = new AbortController();
  const listener = makeListener(lab.database.url);
  const job = { payload: { runId }, tries: 0, signal };
  const parts = { worker: 'worker-test', pool: lab.database.pg, listener, closing: signal };
  expect(await executeRun(job, parts)).toBe('done');
  await listener.close();
}
