import type { PgBoss } from 'pg-boss';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { ControlRunInput } from '@/lib/contracts/runs';
import type { Actor } from '@/lib/domain/actor';
import { isEnded, PAUSED_IN_QUEUE, type RunControl, type RunStatus } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { sendRun, startQueue } from '@/server/jobs/queue';
import { lockRun, type RunRowWithManifest, type RunSteering, steerRun } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';
import { pinnedHead, runView } from '@/server/services/runs/run-view';
import { readScoreDoubt } from '@/server/services/runs/score-doubts';
import { assertMayStart, startingOf } from './may-start';
import { starterOf } from './starter';

/** Pause, resume, stop. What does not fit the run's state is refused with a sentence; nothing is ever ignored. */
export async function controlRun(
  actor: Actor<'experiment'>,
  input: ControlRunInput & { readonly runId: string },
): Promise<RunView> {
  const queue = await startQueue();
  const row = await db().$transaction(async (tx) => {
    const run = await lockRun(actor.workspaceId, input.runId, tx);
    await recordAudit(tx, actor, `run.${input.action}`, run.id);
    return steerAs(actor, input.action, run, { tx, queue });
  });
  const doubt = await readScoreDoubt(actor.workspaceId, row.id);
  return runView(row, pinnedHead(row.manifest), doubt);
}

interface Steering {
  readonly tx: Prisma.TransactionClient;
  readonly queue: PgBoss;
}

/**
 * One control action on one locked run. A resumed run continues in the name of the resuming person, and must pass the
 * checks of a start again: the conditions of its launch may no longer hold.
 */
export async function steerAs(
  actor: Actor<'experiment'>,
  action: ControlRunInput['action'],
  run: RunRowWithManifest,
  { tx, queue }: Steering,
): Promise<RunRowWithManifest> {
  const change = decideSteering(action, run);
  const resumes = action === 'resume' && change.status === 'queued';
  if (resumes) await assertMayStart(actor, startingOf(run), tx);
  const startsAs = starterOf(actor);
  const steered = await steerRun(run.id, resumes ? { ...change, startsAs } : change, tx);
  if (change.status === 'queued') await sendRun(queue, run.id, tx);
  return steered;
}

interface Steered {
  readonly status: RunStatus;
  readonly control: RunControl;
  readonly lastSeq: number;
}

function decideSteering(action: ControlRunInput['action'], run: Steered): RunSteering {
  if (isEnded(run.status))
    throw conflict(`The run is ${run.status} already. Start it again with another seed.`);
  switch (action) {
    case 'pause':
      return pause(run);
    case 'resume':
      return resume(run);
    case 'stop':
      return stop(run);
  }
}

function pause({ status, control }: Steered): RunSteering {
  if (status === 'paused') throw conflict('The run is paused already.');
  if (control === 'stop') throw conflict('The run is being stopped, so it cannot be paused.');
  if (status === 'queued') return { control: 'pause', status: 'paused', statusReason: PAUSED_IN_QUEUE };
  return { control: 'pause' };
}

function resume({ status, control }: Steered): RunSteering {
  if (status === 'paused') return { control: 'run', status: 'queued', statusReason: null };
  if (control === 'pause') return { control: 'run' };
  if (control === 'stop')
    throw conflict('The run is being stopped; start it again with another seed afterwards.');
  throw conflict('The run is not paused.');
}

/** Leaves a run that has begun to its worker, which measures the result before the end. */
function stop({ status, control, lastSeq }: Steered): RunSteering {
  if (control === 'stop') throw conflict('The run is being stopped already.');
  if (lastSeq === 0 && status !== 'running') {
    return {
      control: 'stop',
      status: 'stopped',
      statusReason: 'Stopped before it began.',
      endedAt: new Date(),
    };
  }
  return status === 'paused'
    ? { control: 'stop', status: 'queued', statusReason: null }
    : { control: 'stop' };
}

const conflict = (message: string) => new AppError('STATE_CONFLICT', message);
