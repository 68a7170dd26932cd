import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { NEED_CODES } from '@/lib/domain/environment-task';
import { type Reported, readJob, type TrialReading } from '@/lib/environments/harbor/read-job';
import { needSentence, unmetNeeds } from '@/lib/environments/task-needs';
import { logOf } from '@/server/observability/log';
import { type AttemptResult, type NotJudged, notJudged } from '../attempt-result';
import { readJobFolder, type WrittenTask, writeTask } from './job-folder';
import { OUTPUT_FILE, runHarborProcess } from './start-harbor';

/**
 * One attempt at a task by the operator's own `harbor` command: the task is written to a folder, Harbor builds its machine,
 * runs an agent there and judges it, and its results are read back as those of an attempt in a sandbox. Harbor keeps the
 * time limits of the task; the signal ends it earlier.
 */
export interface HarborAttempt extends Omit<WrittenTask, 'folder'> {
  readonly command: readonly string[];
  readonly agent: { readonly name: string; readonly model: string };
  /** Added to the environment of the command. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Between SIGTERM and SIGKILL: Harbor removes its containers. */
  readonly graceMs?: number;
}

export interface HarborResult extends Reported {
  readonly result: AttemptResult;
}

const GRACE_MS = 20_000;
/** Values of the host would be those of the attempt, its key included. The others are for Harbor and its agent to meet. */
const NOT_OFFERED = ['hostVariables', 'newerSchema'];
const OFFERED = new Set(NEED_CODES.filter((code) => !NOT_OFFERED.includes(code)));

export async function attemptInHarbor(attempt: HarborAttempt): Promise<HarborResult> {
  const { task, signal } = attempt;
  if (task.format !== 'harbor')
    return refused('unmetNeed', 'format', 'Harbor runs tasks of its own format only.');
  const [need] = unmetNeeds(task, OFFERED);
  if (need !== undefined) return refused('unmetNeed', need.code, needSentence(need.code));
  if (signal.aborted) return STOPPED;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waggle-harbor-'));
  try {
    return await attemptIn(folder, attempt);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
      // Files that a container wrote as its root stay where the worker is another account.
      logOf('environment').warn({ folder, reason: String(error) }, 'A folder of Harbor is left.');
    });
  }
}

const refused = (...parts: Parameters<typeof notJudged>): HarborResult => ({
  result: notJudged(...parts),
  ...{ usage: null, trajectory: null },
});

const STOPPED = refused('stopped', 'stopped', 'The attempt was stopped.');

async function attemptIn(folder: string, attempt: HarborAttempt): Promise<HarborResult> {
  const { command, agent, variables, signal, graceMs = GRACE_MS } = attempt;
  const [task, jobs] = [path.join(folder, 'task'), path.join(folder, 'jobs')];
  await writeTask({ ...attempt, folder: task });
  await mkdir(jobs);
  const options = {
    ...{ '--path': task, '--agent': agent.name, '--model': agent.model },
    ...{ '--jobs-dir': jobs, '--job-name': 'attempt', '--n-attempts': '1', '--n-concurrent': '1' },
  };
  const argv = [...command, 'run', ...Object.entries(options).flat(), '--quiet'];
  const isStarted = await runHarborProcess({ argv, folder, variables, graceMs, signal });
  if (signal.aborted) return STOPPED;
  if (!isStarted) return refused('start', 'notStarted', `${command[0]} cannot be started.`);
  const reading = readJob(await readJobFolder(path.join(jobs, 'attempt')));
  const { usage, trajectory } = reading;
  return { result: await resultOf(reading, folder), usage, trajectory };
}

async function resultOf(reading: TrialReading, folder: string): Promise<AttemptResult> {
  if (reading.kind === 'notJudged') return await faultOf(reading, folder);
  const { reward, rewards, agentTimedOut } = reading;
  const steps = reading.steps.map((step) => ({ ...step, tests: null }));
  // Harbor does not tell which files an agent changed.
  return { kind: 'judged', reward, rewards, steps, agentTimedOut, changedFiles: [] };
}

async function faultOf(
  { phase, code, detail }: Extract<TrialReading, { kind: 'notJudged' }>,
  folder: string,
): Promise<NotJudged> {
  const printed =
    phase === 'start' ? await readFile(path.join(folder, OUTPUT_FILE), 'utf8').catch(() => '') : '';
  return notJudged(phase, code, `${detail}\n${printed}`.trim());
}
