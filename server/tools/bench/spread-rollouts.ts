import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { createExperimentBody } from '@/lib/contracts/experiments';
import type { Actor } from '@/lib/domain/actor';
import { operatorOf } from '@/server/commands/support/operator';
import { forgetConfig } from '@/server/config/config';
import { closeDb, db } from '@/server/db/client';
import { stopQueue } from '@/server/jobs/queue';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { seedLab } from '@/server/services/runs/testing/seed-lab';
import { openBenchDatabase } from './bench-database';
import { atLeast, type BenchRow } from './bench-row';
import { startPractice } from './practice-process';

/**
 * What a second worker brings to a run whose rollouts are heavy on the workers: the same run with one worker process
 * and with two, on a program that burns CPU on one thread a worker. The clock runs over the iterations and
 * measurements of the second run of each pair of processes; the first warms them up.
 */
export interface SpreadMeasure {
  readonly oneWorkerMs: number;
  readonly twoWorkersMs: number;
  readonly ratio: number;
}

const PROGRAM = 'burn-cpu';
/** How much there is to do. */
export interface SpreadSize {
  readonly train: number;
  readonly heldOut: number;
  /** CPU time of one call of the program, its own start included. */
  readonly burnMs: number;
}

/** A second and a half of CPU: little for an environment that compiles or tests something. */
const FULL: SpreadSize = { train: 32, heldOut: 8, burnMs: 1_500 };
const LIMIT_MS = 900_000;
const MEASURED_SEED = 1;
const WARM_UP_SEED = 10;

export async function measureSpread(size: SpreadSize = FULL): Promise<SpreadMeasure> {
  const database = await openBenchDatabase();
  const practice = await startPractice(database.dataDir);
  Object.assign(process.env, {
    WAGGLE_COMMANDS: nameProgram(database.dataDir, size.burnMs),
    WAGGLE_PRACTICE_URL: `${practice.url}/v1`,
    WAGGLE_SECRET: 'the secret of a bench, gone with its database',
    LOG_LEVEL: 'error',
  });
  forgetConfig();
  try {
    const experiment = await makeExperiment(size, `${practice.url}/v1`);
    const oneWorkerMs = await timeWith(1, experiment);
    const twoWorkersMs = await timeWith(2, experiment);
    return { oneWorkerMs, twoWorkersMs, ratio: oneWorkerMs / twoWorkersMs };
  } finally {
    await stopQueue();
    await closeDb();
    await practice.stop();
    await database.close();
  }
}

/** The row of the bench's table. */
export async function spreadRow(): Promise<readonly BenchRow[]> {
  const { oneWorkerMs, twoWorkersMs, ratio } = await measureSpread();
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    {
      name: '2 workers against 1, rollouts that burn CPU on one thread a worker',
      unit: 'x',
      ...atLeast(Math.round(ratio * 100) / 100, 1.7),
      note: `${seconds(oneWorkerMs)} against ${seconds(twoWorkersMs)}; ${FULL.burnMs} ms of CPU a rollout`,
    },
  ];
}

function nameProgram(dataDir: string, burnMs: number): string {
  const script = path.resolve('server/tools/bench/burn-cpu.mjs');
  const program = { argv: [process.execPath, script, String(burnMs)], concurrency: 1 };
  const file = path.join(dataDir, 'commands.json');
  writeFileSync(file, JSON.stringify({ [PROGRAM]: program }));
  return file;
}

interface BenchExperiment {
  readonly actor: Actor<'experiment'>;
  readonly experimentId: string;
}

async function makeExperiment(size: SpreadSize, practiceUrl: string): Promise<BenchExperiment> {
  const id = ulid();
  const ids = { workspaceId: `ws_${id}`, providerId: `prv_${id}`, taskId: `tsk_${id}`, splitId: `spl_${id}` };
  await seedLab(ids, size, practiceUrl);
  const scoring = { kind: 'command', command: PROGRAM };
  await db().task.update({ where: { id: ids.taskId }, data: { scoring } });
  // Without delays of the model: what is measured is the program.
  const headers = { 'x-practice-time-scale': 'off' };
  await db().provider.update({ where: { id: ids.providerId }, data: { headers } });
  const actor = operatorOf(ids.workspaceId, 'bench');
  const model = (name: string) => ({ providerId: ids.providerId, model: `practice-${name}` });
  const body = createExperimentBody.parse({
    name: 'Spread',
    taskId: ids.taskId,
    splitId: ids.splitId,
    models: { serving: model('task'), proposer: model('proposer'), evaluator: model('judge') },
    batch: { kind: 'static', size: size.train / 2, reason: 'A bench compares runs at one size.' },
    lanes: 16,
    evaluation: { everyExamples: size.train },
    spreadRollouts: true,
  });
  return { actor, experimentId: (await createExperiment(actor, body)).id };
}

/** Starts so many workers, lets them run once, and times the second run. */
async function timeWith(count: number, experiment: BenchExperiment): Promise<number> {
  const workers = Array.from({ length: count }, startWorkerProcess);
  try {
    const pids = workers.map(({ pid }) => pid ?? 0);
    await until(async () => (await db().workerBeat.count({ where: { pid: { in: pids } } })) === count);
    await runOnce(experiment, WARM_UP_SEED + count);
    return await runOnce(experiment, MEASURED_SEED);
  } finally {
    await Promise.all(workers.map(endWorker));
    await db().workerBeat.deleteMany();
  }
}

function startWorkerProcess(): ChildProcess {
  const args = ['--import', 'tsx', 'server/worker/main.ts'];
  return spawn(process.execPath, args, { env: process.env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function endWorker(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Milliseconds of the run's iterations and measurements, as its ledger has them. */
async function runOnce({ actor, experimentId }: BenchExperiment, seed: number): Promise<number> {
  const { id } = await startRun(actor, { experimentId, kind: 'comparisonPoint', seed });
  await until(async () => !['queued', 'running'].includes((await getRun(actor, { runId: id })).status));
  const { status, statusReason, summary } = await getRun(actor, { runId: id });
  if (status !== 'finished') throw new Error(`The run of the bench is ${status}: ${statusReason}`);
  return summary.learningMs + summary.evaluationMs;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('The workers of the bench did not come to an end.');
    // Seldom: each look costs the two processors that are measured.
    await wait(500);
  }
}
