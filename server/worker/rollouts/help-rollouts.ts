import type { PgBoss } from 'pg-boss';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { AgentPrograms, Commands } from '@/server/config/commands';
import { HEARTBEAT_REFRESH_SECONDS } from '@/server/jobs/definitions';
import {
  agentQueue,
  endRollout,
  type FetchedRollout,
  fetchRollouts,
  keepRollouts,
  openRolloutQueue,
  ROLLOUT_CHANNEL,
  rolloutQueue,
  tellRollouts,
  toolQueue,
} from '@/server/jobs/rollout-jobs';
import { holdingOut } from '@/server/ledger/database-fault';
import { logOf } from '@/server/observability/log';
import type { HelperParts } from './helped-run';
import { helpedRuns } from './helped-runs';
import { makeSlots } from './slots';

/**
 * The helper's side of spread rollouts: takes one rollout per free slot, carries it and reports its end. Every worker
 * helps every run, its own runs included, so that work goes to a free worker. A helper that closes ends its calls in
 * flight and gives the rest back within seconds; a dead helper is found by its missing heartbeat.
 */
export interface RolloutHelp {
  /** Resolves when nothing is carried any more; ends by itself once the worker is closing. */
  readonly ended: Promise<void>;
}

export interface HelpSettings extends HelperParts {
  readonly queue: PgBoss;
  /** Concurrent rollouts that need no program. */
  readonly slots: number;
  readonly commands: Commands;
  readonly agentPrograms: AgentPrograms;
  readonly toolServers: AgentPrograms;
}

const LOOK_MS = 2_000;
/** While one call of a program runs, the model may be asked for the next. */
const ROLLOUTS_PER_PROGRAM = 2;

export async function startRolloutHelp(settings: HelpSettings): Promise<RolloutHelp> {
  const runs = helpedRuns(settings);
  const widths = new Map<string, number>([[rolloutQueue(null), settings.slots]]);
  for (const [command, { concurrency }] of settings.commands) {
    widths.set(rolloutQueue(command), concurrency * ROLLOUTS_PER_PROGRAM);
  }
  for (const [name, { concurrency }] of settings.agentPrograms) widths.set(agentQueue(name), concurrency);
  for (const [name, { concurrency }] of settings.toolServers) widths.set(toolQueue(name), concurrency);
  const served = [...widths].filter(([, width]) => width > 0);
  for (const [name] of served) await openRolloutQueue(settings.queue, name);
  return {
    ended: Promise.all(served.map(([name, width]) => serve(settings, { name, width, runs }))).then(() =>
      runs.close(),
    ),
  };
}

interface Served {
  readonly name: string;
  readonly width: number;
  readonly runs: ReturnType<typeof helpedRuns>;
}

/** Fetches rollouts while there are slots, until the worker closes and the last rollout has ended. */
async function serve(settings: HelpSettings, { name, width, runs }: Served): Promise<void> {
  const { queue, pool, closing, listener } = settings;
  const slots = makeSlots(width);
  const carried = new Map<string, { readonly job: FetchedRollout; readonly lost: AbortController }>();

  async function carry(job: FetchedRollout): Promise<void> {
    const lost = new AbortController();
    carried.set(job.id, { job, lost });
    const { payload } = job;
    try {
      const end = closing.aborted ? 'interrupted' : await runs.carry(payload, lost.signal);
      await holdingOut(() => endRollout(queue, name, { ...job, end }));
      await holdingOut(() => tellRollouts(pool, `over ${payload.runId}`));
    } catch (error) {
      // The heartbeat of this rollout ends, so another worker is given it.
      logOf('worker').warn({ runId: payload.runId, err: error }, 'A rollout was left.');
    } finally {
      carried.delete(job.id);
      slots.free();
    }
  }

  /** Ends rollouts here that the queue has given to another worker. */
  async function beat(): Promise<void> {
    if (carried.size === 0) return;
    const kept = await keepRollouts(
      queue,
      name,
      [...carried.values()].map(({ job }) => job),
    );
    for (const [id, { lost }] of carried) if (!kept.has(id)) lost.abort();
  }

  const leave = listener.subscribe(ROLLOUT_CHANNEL, (word) => {
    if (word === null || word === `sent ${name}`) slots.wake();
    else if (word.startsWith('stop ')) runs.stop(word.slice('stop '.length));
  });
  const timer = setInterval(
    () => void beat().catch((error: Error) => log(error, 'No sign of life for the rollouts carried.')),
    HEARTBEAT_REFRESH_SECONDS * 1_000,
  );
  closing.addEventListener('abort', () => slots.wake());
  while (!closing.aborted) {
    const free = await slots.untilFree();
    if (closing.aborted) break;
    const jobs = await fetchRollouts(queue, name, free).catch((error: Error) => {
      log(error, 'No rollouts could be fetched.');
      return [];
    });
    for (const job of jobs) {
      slots.take();
      void carry(job);
    }
    if (jobs.length < free) await slots.untilWoken(LOOK_MS);
  }
  await slots.untilEmpty();
  clearInterval(timer);
  leave();
}

function log(error: Error, words: string): void {
  logOf('worker')[isDatabaseGone(error) ? 'debug' : 'warn']({ error: error.message }, words);
}
