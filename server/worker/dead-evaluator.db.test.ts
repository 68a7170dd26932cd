import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { controlRun } from '@/server/services/launches/control-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

/** A failing evaluator never becomes a score. */
const TRAIN = 12;
const HELD_OUT = 6;
/** Environment calls of an undisturbed run: original prompt, training, final evaluation. */
const ALL_SCORED = HELD_OUT + TRAIN + HELD_OUT;

type Behaviour = 'sound' | 'silent' | 'nonsense';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let evaluator: LoopbackServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-grade-'));
const switchFile = path.join(folder, 'exits');
/** How the HTTP evaluator behaves from its n-th call on. */
let failsFrom = Number.POSITIVE_INFINITY;
let scored = 0;
let behaviour: Behaviour = 'sound';
/** Question whose answers the evaluator cannot process. */
let poison: string | null = null;

beforeAll(async () => {
  const commands = path.join(folder, 'commands.json');
  const script = `const fs = require('node:fs'); process.exit(fs.existsSync(${JSON.stringify(switchFile)}) ? 3 : (console.log('0.5'), 0));`;
  writeFileSync(
    commands,
    JSON.stringify({ grade: { argv: [process.execPath, '-e', script], concurrency: 4 } }),
  );
  process.env.WAGGLE_COMMANDS = commands;
  lab = await openPracticeLab({ train: TRAIN, heldOut: HELD_OUT, timeScale: null });
  listener = makeListener(lab.database.url);
  evaluator = await openLoopbackServer(({ body }, response) => {
    if (scored >= failsFrom && behaviour === 'silent') return response.socket?.destroy();
    if (scored >= failsFrom && behaviour === 'nonsense') return response.end('{"verdict": "fine"}');
    if (body.question === poison) return response.writeHead(500).end();
    scored += 1;
    return response.end('{"score": 0.5}');
  });
  process.env.WAGGLE_ALLOWED_ADDRESSES = new URL(evaluator.url).host;
  waitFor('600');
});
afterEach(() => {
  rmSync(switchFile, { force: true });
  failsFrom = Number.POSITIVE_INFINITY;
  scored = 0;
  behaviour = 'sound';
  poison = null;
});
afterAll(async () => {
  for (const name of ['COMMANDS', 'ALLOWED_ADDRESSES', 'PROVIDER_PATIENCE_SECONDS'])
    delete process.env[`WAGGLE_${name}`];
  forgetConfig();
  rmSync(folder, { recursive: true });
  await evaluator.close();
  await listener.close();
  await lab.close();
});

const HTTP = (): ScoringSpec => ({ kind: 'http', url: evaluator.url, header: null, timeoutSeconds: 60 });
/** How long a run waits for its evaluator: no longer than the test needs where it is down, and patiently where it is sound. */
function waitFor(seconds: string): void {
  process.env.WAGGLE_PROVIDER_PATIENCE_SECONDS = seconds;
  forgetConfig();
}

const PROGRAM: ScoringSpec = { kind: 'command', command: 'grade' };

async function start(scoring: ScoringSpec): Promise<string> {
  const taskId = `tsk_${ulid()}`;
  const { workspaceId } = lab.actor;
  const words = {
    name: taskId,
    instructions: 'Answer.',
    inputShape: 'A question.',
    outputShape: 'A number.',
  };
  await db().task.create({
    data: { id: taskId, workspaceId, preset: 'custom', ...words, scoring: { ...scoring } },
  });
  const experimentId = await lab.makeExperiment({
    taskId,
    batch: { kind: 'static', size: 4, reason: 'A test compares runs at one size.' },
    evaluation: { everyExamples: TRAIN },
  });
  return (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 5 })).id;
}

function carry(runId: string) {
  const job = { payload: { runId }, tries: 500, signal: new AbortController().signal };
  const parts = { worker: 'worker', pool: lab.database.pg, listener, closing: new AbortController().signal };
  return executeRun(job, parts);
}

const factsOf = async (runId: string) => readLedger(lab.database.pg, runId);
const rolloutsOf = async (runId: string) =>
  (await factsOf(runId)).flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));

/** Every score came from the evaluator, and no answer without a score was learned from. */
async function expectNothingMadeUp(runId: string): Promise<void> {
  const rollouts = await rolloutsOf(runId);
  expect(rollouts.filter(({ score }) => score !== null && score !== 0.5)).toEqual([]);
  const unscored = rollouts.filter(({ split, score }) => split === 'train' && score === null);
  const calls = await db().journalCall.findMany({ where: { runId, purpose: 'reflect' } });
  for (const { exampleId } of unscored) expect(calls.map(({ subject }) => subject)).not.toContain(exampleId);
}

async function expectPausedThenWhole(runId: string, repair: () => void): Promise<void> {
  waitFor('2');
  expect(await carry(runId)).toBe('done');
  waitFor('600');
  expect(await getRun(lab.actor, { runId })).toMatchObject({
    status: 'paused',
    statusReason: expect.stringMatching(/^The evaluator .* has given no score since .* resume the run/),
  });
  await expectNothingMadeUp(runId);
  expect((await rolloutsOf(runId)).filter(({ score }) => score === null)).toEqual([]);
  repair();
  await controlRun(lab.actor, { runId, action: 'resume' });
  expect(await carry(runId)).toBe('done');
  expect(await getRun(lab.actor, { runId })).toMatchObject({ status: 'finished' });
  await expectNothingMadeUp(runId);
  const answered = await db().journalCall.findMany({ where: { runId, purpose: 'environment' } });
  expect(answered).toHaveLength(ALL_SCORED);
  expect(answered.every(({ outcome }) => (outcome as { ok: boolean }).ok)).toBe(true);
  expect(await replayRun(lab.actor, { runId, limits: null })).toMatchObject({ verdict: 'same' });
}

describe('a run whose evaluator is down', () => {
  it.each([
    ['before the run', 0],
    ['midway', HELD_OUT + 5],
    ['at the end', ALL_SCORED - 2],
  ])(
    'pauses and is resumed without a made-up score, when an HTTP evaluator stops %s',
    async (_when, from) => {
      const runId = await start(HTTP());
      behaviour = 'silent';
      failsFrom = from;
      await expectPausedThenWhole(runId, () => {
        behaviour = 'sound';
      });
    },
  );

  it('pauses when an HTTP evaluator answers with unexpected JSON', async () => {
    const runId = await start(HTTP());
    behaviour = 'nonsense';
    failsFrom = HELD_OUT + 2;
    await expectPausedThenWhole(runId, () => {
      behaviour = 'sound';
    });
  });

  it('pauses when a program exits with 3', async () => {
    const beat = { host: 'here', pid: 1, startedAt: new Date(), runs: [], commands: ['grade'] };
    await db().workerBeat.create({
      data: { ...beat, id: 'worker', beatAt: new Date(Date.now() + 3_600_000) },
    });
    const runId = await start(PROGRAM);
    writeFileSync(switchFile, '');
    await expectPausedThenWhole(runId, () => rmSync(switchFile));
  });
});

describe('a run whose evaluator cannot process one example', () => {
  it('counts the example as missing after three tries, learns nothing from it and continues', async () => {
    const runId = await start(HTTP());
    poison = 'What is 3 plus a quarter?';
    expect(await carry(runId)).toBe('done');
    await expectNothingMadeUp(runId);
    const missing = (await rolloutsOf(runId)).filter(({ score }) => score === null);
    expect(missing.map(({ exampleId }) => exampleId)).toEqual(['e0003']);
    expect(missing[0]).toMatchObject({ cause: { code: 'unavailable' }, correct: false, split: 'train' });
    const [call] = await db().journalCall.findMany({
      where: { runId, outcome: { path: ['ok'], equals: false } },
    });
    expect(call).toMatchObject({ purpose: 'environment', subject: 'e0003' });
    expect(call?.attempts).toBeGreaterThanOrEqual(3);
    const closed = (await factsOf(runId)).flatMap((entry) =>
      entry.type === 'iteration.closed' ? [entry.data] : [],
    );
    expect(closed.reduce((sum, { failures }) => sum + failures, 0)).toBe(1);
    expect(closed.reduce((sum, { members }) => sum + members.length, 0)).toBe(TRAIN - 1);
    expect(await replayRun(lab.actor, { runId, limits: null })).toMatchObject({ verdict: 'same' });
  });

  it('leaves the example out of the measurement, which says how many are missing', async () => {
    const runId = await start(HTTP());
    poison = `What is ${TRAIN + 1} plus a quarter?`;
    expect(await carry(runId)).toBe('done');
    const measured = (await factsOf(runId)).flatMap((entry) =>
      entry.type === 'heldOut.measured' ? [entry.data] : [],
    );
    expect(measured).toHaveLength(2);
    for (const one of measured) {
      expect(one).toMatchObject({ missing: 1, failures: 1, score: { mean: 0.5, n: HELD_OUT - 1 } });
      expect(one.scores.filter((score) => score === null)).toHaveLength(1);
    }
  });
});
