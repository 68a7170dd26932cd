import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { DYNAMIC } from '@/lib/testing/simulated-controller';
import { testActor } from '@/lib/testing/test-actor';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { listCommands } from '@/server/services/workers/list-commands';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { branchRun } from './branch-run';
import { startRun } from './start-run';

const STATIC = { kind: 'static', size: 4, reason: 'A test compares runs at one size.' } as const;
const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-branch-'));

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let experimentId: string;
beforeAll(async () => {
  // A program that counts how often it ran: a line a call.
  const script = `require('node:fs').appendFileSync(process.argv[1], 'ran\\n');
    let text = ''; process.stdin.on('data', (part) => { text += part; });
    process.stdin.on('end', () => { const { answer, expected } = JSON.parse(text);
      console.log(JSON.stringify({ score: answer === expected ? 1 : 0.25 })); });`;
  const argv = [process.execPath, '-e', script, path.join(folder, 'calls')];
  writeFileSync(path.join(folder, 'commands.json'), JSON.stringify({ check: { argv, concurrency: 2 } }));
  process.env.WAGGLE_COMMANDS = path.join(folder, 'commands.json');
  lab = await openPracticeLab({ train: 12, heldOut: 4, timeScale: null });
  forgetConfig();
  listener = makeListener(lab.database.url);
  experimentId = await lab.makeExperiment({ batch: STATIC });
});
afterAll(async () => {
  await listener.close();
  await lab.close();
  delete process.env.WAGGLE_COMMANDS;
  rmSync(folder, { recursive: true, force: true });
});

function carry(runId: string) {
  const { signal } = new AbortController();
  const job = { payload: { runId }, tries: 0, signal };
  return executeRun(job, { worker: 'worker-a', pool: lab.database.pg, listener, closing: signal });
}
const manifestOf = async (runId: string) =>
  (await getRun(lab.actor, { runId })).manifest as unknown as RunManifest;

describe('branching a run', () => {
  it('starts from the candidate after any closed iteration, under changed settings, and replays', async () => {
    const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
    await expect(branchRun(lab.actor, { runId: id, iteration: 0 })).rejects.toThrow(/None has yet/);
    await carry(id);
    await expect(branchRun(lab.actor, { runId: id, iteration: 9 })).rejects.toThrow(/newest that has is 2/);
    const facts = await readLedger(lab.database.pg, id);
    const textAfter = (iteration: number) =>
      facts
        .flatMap((one) => (one.type === 'candidate.created' && one.data.iteration <= iteration ? [one] : []))
        .at(-1)?.data.text;
    for (const iteration of [0, 2]) {
      const branch = await branchRun(lab.actor, { runId: id, iteration, seed: 8 });
      expect(branch).toMatchObject({ branchedFromId: id, status: 'queued', kind: 'comparisonPoint' });
      expect(await manifestOf(branch.id)).toMatchObject({
        seedCandidateText: textAfter(iteration),
        branchedFrom: { runId: id, iteration },
        runSeed: 8,
        batch: STATIC,
      });
    }
    const wider = { ...STATIC, size: 6 };
    const changed = await branchRun(lab.actor, { runId: id, iteration: 1, batch: wider });
    await carry(changed.id);
    expect((await getRun(lab.actor, { runId: changed.id })).summary.iterationsClosed).toBe(2);
    expect(await replayRun(lab.actor, { runId: changed.id, limits: null })).toMatchObject({
      verdict: 'same',
    });
  });

  it('makes a parallel run of a serial baseline, under the settings of its experiment and only with a go', async () => {
    const parallelId = await lab.makeExperiment({ batch: STATIC });
    const { id } = await startRun(lab.actor, { experimentId: parallelId, kind: 'serialBaseline', seed: 7 });
    await carry(id);
    const verdictIs = (verdict: string) => db().diagnosis.updateMany({ data: { verdict } });
    await verdictIs('noGo');
    const branch = () => branchRun(lab.actor, { runId: id, iteration: 3 });
    await expect(branch()).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS' });
    await verdictIs('go');
    const made = await branch();
    expect(made.kind).toBe('combee');
    expect(await manifestOf(made.id)).toMatchObject({
      batch: STATIC,
      branchedFrom: { runId: id, iteration: 3 },
    });
    await carry(made.id);
    const batch = { ...DYNAMIC, profileSizes: [2, 4], survivalFloor: 0.5 };
    const braked = await branchRun(lab.actor, { runId: made.id, iteration: 0, batch });
    expect((await manifestOf(made.id)).survival).toBeUndefined();
    expect((await manifestOf(braked.id)).survival, 'a floor needs insights that are followed').toMatchObject({
      ids: false,
    });
  });

  it('is within its workspace', async () => {
    const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint' });
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(branchRun(stranger, { runId: id, iteration: 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a run that is scored by a program', () => {
  it('is refused while no live worker names it; then each answer is scored once, also by its replay', async () => {
    await db().task.update({
      where: { id: lab.taskId },
      data: { scoring: { kind: 'command', command: 'check' } },
    });
    const start = () => startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 9 });
    await expect(start()).rejects.toMatchObject({ code: 'COMMAND_UNKNOWN' });
    const beat = { host: 'here', pid: 1, startedAt: new Date(), commands: ['check'], runs: [] };
    await db().workerBeat.create({ data: { ...beat, id: 'gone', beatAt: new Date(0) } });
    await expect(start(), 'the dead name nothing').rejects.toMatchObject({ code: 'COMMAND_UNKNOWN' });
    await db().workerBeat.create({ data: { ...beat, id: 'here', beatAt: new Date() } });
    expect(await listCommands(lab.actor, { use: 'evaluator' })).toEqual({
      items: [{ name: 'check', workers: 1 }],
    });
    const { id } = await start();
    await carry(id);
    const ended = await getRun(lab.actor, { runId: id });
    expect(ended.status).toBe('finished');
    const calls = await db().journalCall.findMany({ where: { runId: id, purpose: 'environment' } });
    const { readFileSync } = await import('node:fs');
    const ran = () => readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n').length;
    expect(calls.length).toBeGreaterThan(16);
    expect(ran()).toBe(calls.length);
    expect(
      calls.every(({ tokensIn, costUsd, model }) => tokensIn === 0 && costUsd === null && model === 'check'),
    ).toBe(true);
    expect(await replayRun(lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
    expect(ran()).toBe(calls.length);
  });
});
