import { type ChildProcess, spawn } from 'node:child_process';
import { db } from '@/server/db/client';

/** Real worker processes on a test's database, for what only processes can show: signals, deaths, take-overs. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

/** Workers take their settings from this process's environment, which the lab has pointed at its database. */
export function startWorkerProcess(env: Readonly<Record<string, string>> = {}): WorkerProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/worker/main.ts'], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, ended };
}

/** The process that holds a run, by the row in which it says that it is alive. */
export async function holderOf(
  runId: string,
  workers: readonly WorkerProcess[],
): Promise<WorkerProcess | undefined> {
  const run = await db().run.findUnique({ where: { id: runId } });
  const beat = run?.worker ? await db().workerBeat.findUnique({ where: { id: run.worker } }) : null;
  return workers.find(({ child }) => child.pid === beat?.pid);
}
