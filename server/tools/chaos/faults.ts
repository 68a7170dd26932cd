import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import type { ApiClient } from '@/server/commands/support/api-client';
import type { OwnInstance } from '@/server/commands/support/own-instance';
import { tryQuery } from './books';
import type { ChaosEvaluator } from './experiments';
import type { SmallDisk } from './small-disk';

/** The faults of a round, and how each is inflicted. */
export const FAULTS = [
  'worker killed',
  'provider away',
  'postgres killed',
  'web server killed',
  'postgres paused',
  'worker drained',
  'disk full',
  'evaluator away',
] as const;
export type ChaosFault = (typeof FAULTS)[number];

export interface FaultStage {
  readonly own: OwnInstance;
  readonly proxy: VanishingProxy;
  readonly providerAwayMs: number;
  readonly api: ApiClient;
  readonly evaluator: ChaosEvaluator;
  /** Null = no disk could be mounted, and 'disk full' is left out. */
  readonly disk: SmallDisk | null;
}

const POSTGRES_PAUSE_MS = 15_000;
const DISK_LEFT_BYTES = 8 * 1024 * 1024;
const PAUSE_LIMIT_MS = 60_000;
const POLL_MS = 50;

/** Inflicts the fault and undoes a temporary one. Resolves with the intended downtime. */
export async function inflict(fault: ChaosFault, stage: FaultStage, runId: string): Promise<number> {
  const { own, proxy, providerAwayMs } = stage;
  switch (fault) {
    case 'worker killed':
      kill(await carrier(own, runId), 'SIGKILL');
      return 0;
    case 'worker drained':
      kill(await carrier(own, runId), 'SIGTERM');
      return 0;
    case 'postgres killed':
      kill(own.pidOf('postgres'), 'SIGKILL');
      return 0;
    case 'web server killed':
      kill(own.pidOf('web server'), 'SIGKILL');
      return 0;
    case 'postgres paused':
      return pausePostgres(own);
    case 'provider away':
      return vanish(proxy, providerAwayMs);
    case 'evaluator away':
      return vanish(stage.evaluator.proxy, providerAwayMs);
    case 'disk full':
      return fillDisk(stage, runId);
  }
}

async function vanish(proxy: VanishingProxy, awayMs: number): Promise<number> {
  await proxy.vanish();
  await wait(awayMs);
  await proxy.comeBack();
  return awayMs;
}

/** Fills the disk until the run is paused, then frees space and resumes as a person would. */
async function fillDisk({ own, api, disk }: FaultStage, runId: string): Promise<number> {
  if (disk === null) throw new Error('There is no disk to fill.');
  const startedMs = performance.now();
  disk.fill(DISK_LEFT_BYTES);
  try {
    await untilPaused(own, runId);
  } finally {
    disk.empty();
  }
  const [row] = await tryQuery<{ status: string }>(own, 'SELECT status FROM "Run" WHERE id = $1', runId);
  if (row?.status === 'paused') await api.post(`/api/v1/runs/${runId}/control`, { action: 'resume' });
  return performance.now() - startedMs;
}

/** Waits until the run is paused, or ended before that. */
async function untilPaused(own: OwnInstance, runId: string): Promise<void> {
  const deadline = performance.now() + PAUSE_LIMIT_MS;
  while (performance.now() < deadline) {
    const [row] = await tryQuery<{ status: string }>(own, 'SELECT status FROM "Run" WHERE id = $1', runId);
    if (row && !['queued', 'running'].includes(row.status)) return;
    await wait(POLL_MS);
  }
  throw new Error(`Run ${runId} was not paused although the disk is full.`);
}

function kill(pid: number | null, signal: NodeJS.Signals): void {
  if (pid === null) throw new Error('There is no such process to end.');
  process.kill(pid, signal);
}

/**
 * The process of the worker that holds the run. The worker's name ends with its process id and a random part.
 */
async function carrier(own: OwnInstance, runId: string): Promise<number | null> {
  const [row] = await tryQuery<{ worker: string | null }>(
    own,
    'SELECT worker FROM "Run" WHERE id = $1',
    runId,
  );
  const pid = /-(\d+)-[0-9a-f]+$/.exec(row?.worker ?? '')?.[1];
  return pid === undefined ? own.pidOf('worker') : Number(pid);
}

/** Stops the server and all its helpers: connections hang rather than fail. */
async function pausePostgres(own: OwnInstance): Promise<number> {
  const postmaster = own.pidOf('postgres');
  if (postmaster === null) throw new Error('There is no Postgres to pause.');
  const pids = [postmaster, ...childrenOf(postmaster)];
  for (const pid of pids) signalIfThere(pid, 'SIGSTOP');
  try {
    await wait(POSTGRES_PAUSE_MS);
  } finally {
    for (const pid of pids) signalIfThere(pid, 'SIGCONT');
  }
  return POSTGRES_PAUSE_MS;
}

function childrenOf(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []));
}

/** A backend may have ended in the meantime. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
