import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type ExperimentConfigInput, experimentConfig } from '@/lib/contracts/experiment-config';
import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import type { RunKind } from '@/lib/domain/run';
import { testActor } from '@/lib/testing/test-actor';
import { seedBackOffice } from '@/server/commands/seed/back-office';
import { modelsOf } from '@/server/commands/seed/bundle';
import { YOUNG_GENERATION } from '@/server/commands/support/young-generation';
import { forgetConfig } from '@/server/config/config';
import { closeDb, db } from '@/server/db/client';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { listSplits, registerSplit } from '@/server/services/datasets/register-split';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import { startRun } from '@/server/services/launches/start-run';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { addPracticeProvider } from '@/server/services/providers/practice-providers';
import { learnFromTraces } from '@/server/services/traces/learn-from-traces';
import { openBenchDatabase } from '../bench-database';
import { startPractice } from '../practice-process';
import { startThinServer } from '../serving-lab';
import { type OfficeRun, untilEnded } from './office-run';

/**
 * The seeded back office and its agent, with practice model, recording proxy and worker in processes of their own, as the
 * product starts them. Without web server and build: these take minutes, and a run does not notice.
 */
export interface OfficeLab {
  /** All 320 training and 600 held-out tickets, or the registered part of the training tickets. */
  readonly splits: { readonly whole: string; readonly part: string };
  /** Runs to the end. */
  run(spec: OfficeSpec): Promise<OfficeRun>;
  /** Draws from the traces of a prompt and runs to the end; a new experiment as `run` makes it. */
  learn(spec: LearnSpec): Promise<OfficeRun>;
  readonly workspaceId: string;
  close(): Promise<void>;
}

export interface OfficeSpec {
  readonly kind: Exclude<RunKind, 'evaluation'>;
  readonly seed: number;
  readonly splitId: string;
  /** Delays are divided by it. */
  readonly timeScale: number;
  readonly reading?: LevelTwoReading | undefined;
  readonly settings: ExperimentConfigInput;
}

export interface LearnSpec extends Omit<OfficeSpec, 'kind'> {
  /** The traces that name this prompt. */
  readonly promptName: string;
  readonly count: number;
  /** One call over all reflections. */
  readonly isNaive: boolean;
}

/** Registered before any run: chosen by content hash under this salt, whatever they hold. */
const PART = { name: 'Serial part', salt: 'serial part of the bench' };

export async function openOfficeLab(part: {
  readonly train: number;
  readonly heldOut: number;
}): Promise<OfficeLab> {
  const database = await openBenchDatabase();
  const practice = await startPractice(database.dataDir);
  const settings = {
    ...{ DATABASE_URL: database.url, WAGGLE_DATA_DIR: database.dataDir },
    ...{
      WAGGLE_PRACTICE_URL: `${practice.url}/v1`,
      WAGGLE_SECRET: 'a secret of the bench, long enough to be one',
    },
  };
  const proxy = await startThinServer(settings);
  Object.assign(process.env, settings, { WAGGLE_AGENT_PROXY_URL: proxy.url, NODE_ENV: 'production' });
  forgetConfig();
  const worker = startWorker();
  const close = async () => {
    await ended(worker);
    await proxy.stop();
    await stopQueue();
    await Promise.allSettled([closeSharedListener(), closeLedgerPool(), closeDb()]);
    await practice.stop();
    await database.close();
  };
  try {
    const office = await seedOffice(part);
    const { actor, splits } = office;
    return {
      splits,
      async run({ kind, seed, ...spec }) {
        const experimentId = await makeExperiment(office, spec);
        const { id } = await startRun(actor, { experimentId, kind, seed });
        return untilEnded(actor, id);
      },
      async learn({ promptName, count, seed, isNaive, ...spec }) {
        const experimentId = await makeExperiment(office, spec);
        const asked = { experimentId, filter: { promptName }, count, seed, naive: isNaive };
        const { id } = await learnFromTraces(actor, asked);
        return untilEnded(actor, id);
      },
      workspaceId: actor.workspaceId,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type SeededOffice = Awaited<ReturnType<typeof seedOffice>>;

async function seedOffice(part: { readonly train: number; readonly heldOut: number }) {
  const founded = await foundWorkspace({
    email: 'bench@office.test',
    password: 'correct horse battery staple',
  });
  const actor = testActor('owner', { workspaceId: founded?.actor.workspaceId ?? '' });
  const unused = await addPracticeProvider(actor, { name: 'Practice model', timeScale: 20 });
  const { experimentId } = await seedBackOffice(actor, { providerId: unused });
  const { taskId, splitId, config } = await db().experiment.findUniqueOrThrow({
    where: { id: experimentId },
  });
  const { datasetId } = await db().splitRegistration.findUniqueOrThrow({ where: { id: splitId } });
  const whole = (await listSplits(actor, { datasetId })).find(({ name }) => name === 'Standard')?.id ?? '';
  const sources = Object.entries(part).map(([source, count]) => ({
    ...{ source, kind: 'counts' as const },
    counts: { [source]: count },
  }));
  const registered = await registerSplit(actor, {
    datasetId,
    ...PART,
    rule: { kind: 'bySource', parts: sources },
  });
  const { agentId } = experimentConfig.parse(config);
  const providers = new Map<string, Promise<string>>();
  return { actor, taskId, agentId, providers, splits: { whole, part: registered.id } };
}

async function makeExperiment(
  { actor, taskId, agentId, providers }: SeededOffice,
  { splitId, timeScale, reading, settings }: Omit<OfficeSpec, 'kind' | 'seed'>,
): Promise<string> {
  const name = `Practice model, delays / ${timeScale}${reading ? `, ${reading}` : ''}`;
  // Runs that begin together share one.
  const adding = providers.get(name) ?? addProvider(actor, name, { timeScale, reading });
  providers.set(name, adding);
  const providerId = await adding;
  const { id } = await createExperiment(actor, {
    ...{ name: `Back office ${randomUUID()}`, description: '', taskId, splitId },
    ...experimentConfig.parse({
      ...{ agentId, method: { name: 'ace', maxRounds: 1 }, models: modelsOf(providerId) },
      ...settings,
    }),
  });
  return id;
}

async function addProvider(
  actor: SeededOffice['actor'],
  name: string,
  { timeScale, reading }: Pick<OfficeSpec, 'timeScale' | 'reading'>,
): Promise<string> {
  const id = await addPracticeProvider(actor, { name, timeScale });
  if (reading !== undefined) {
    const headers = { 'x-practice-time-scale': `${timeScale}`, 'x-practice-level-two-counts': reading };
    await db().provider.update({ where: { id }, data: { headers } });
  }
  return id;
}

function startWorker(): ChildProcess {
  const args = [YOUNG_GENERATION, '--import', 'tsx', 'server/worker/main.ts'];
  return spawn(process.execPath, args, { env: process.env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exit = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGTERM');
  await exit;
}
