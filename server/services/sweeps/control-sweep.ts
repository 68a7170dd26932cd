import type { ControlSweepInput, RetryCellInput, SweepView } from '@/lib/contracts/sweeps';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { invariant } from '@/lib/errors/invariant';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { jsonColumn } from '@/server/db/stored-json';
import { startQueue } from '@/server/jobs/queue';
import { settledOf } from '@/server/repositories/stored-sweep';
import { findCellRuns, getSweepRow, lockSweep, type SweepRow } from '@/server/repositories/sweeps';
import { recordAudit } from '@/server/services/audit/record-audit';
import { starterOf } from '@/server/services/launches/starter';
import { FITS, type SetAction, steerRuns } from '@/server/services/run-sets/steer-runs';
import { advanceSweep } from './advance-sweep';
import { cellState, liveRuns, ownBudget } from './cell-state';
import { readSweep } from './read-sweep';

type Tx = Prisma.TransactionClient;
type Action = ControlSweepInput['action'];

/** Pause, resume, cancel: the sweep and all of its runs in one transaction, so that none is left behind. */
export async function controlSweep(
  actor: Actor<'experiment'>,
  { sweepId, action }: ControlSweepInput & { readonly sweepId: string },
): Promise<SweepView> {
  // Started before the transaction: the first start of a process takes a while, and rows would be held for it.
  await startQueue();
  await db().$transaction(async (tx) => {
    const sweep = await lockedSweep(actor, sweepId, tx);
    await assertFits(action, sweep, tx);
    await steerRuns(actor, { action: STEERING[action], runIds: liveRuns(sweep) }, tx);
    await tx.sweep.update({ where: { id: sweep.id }, data: changeOf(action, actor) });
    if (action === 'cancel') await leaveWaiting(sweep, actor, tx);
    await recordAudit(tx, actor, `sweep.${action}`, sweep.id);
  });
  await advanceSweep(sweepId);
  return readSweep(actor, { sweepId });
}

const STEERING: Readonly<Record<Action, SetAction>> = { pause: 'pause', resume: 'resume', cancel: 'stop' };

/** Refuses an action that does not fit the sweep's state, with a sentence; none is ignored. */
async function assertFits(action: Action, sweep: SweepRow, tx: Tx): Promise<void> {
  if (sweep.status === 'cancelled' || sweep.status === 'finished') {
    throw conflict(`The sweep is ${sweep.status} already. Launch another one.`);
  }
  if (action === 'pause' && sweep.status === 'paused') throw conflict('The sweep is paused already.');
  if (action !== 'resume' || sweep.status === 'paused') return;
  const runs = [...(await findCellRuns(liveRuns(sweep), tx)).values()];
  if (!runs.some((run) => FITS.resume(run))) throw conflict('The sweep is not paused.');
}

function changeOf(action: Action, actor: Actor): Prisma.SweepUpdateInput {
  const { name } = actor;
  if (action === 'pause') return { status: 'paused', statusReason: `Paused by ${name}.` };
  if (action === 'resume')
    return { status: 'running', statusReason: null, startsAs: jsonColumn(starterOf(actor)) };
  return { status: 'cancelled', statusReason: `Cancelled by ${name}.`, endedAt: new Date() };
}

async function leaveWaiting({ id }: SweepRow, { name }: Actor, tx: Tx): Promise<void> {
  await tx.sweepCell.updateMany({
    where: { sweepId: id, attempts: { none: {} } },
    data: { waits: `The sweep was cancelled by ${name} before it could start.` },
  });
}

/** A cell whose run gave no score gets another one; the reason is kept with that attempt, and the others go on. */
export async function retryCell(
  actor: Actor<'experiment'>,
  input: RetryCellInput & { readonly sweepId: string; readonly cellId: string },
): Promise<SweepView> {
  const { sweepId, cellId, reason } = input;
  await getSweepRow(actor.workspaceId, sweepId);
  // A run that ended a moment ago is settled first, so that no caller is told to wait for it.
  await advanceSweep(sweepId);
  await db().$transaction(async (tx) => {
    const sweep = await lockedSweep(actor, sweepId, tx);
    if (sweep.status === 'cancelled') throw conflict('The sweep is cancelled. Launch another one.');
    const cell = sweep.cells.find(({ id }) => id === cellId);
    if (!cell) throw new AppError('NOT_FOUND', 'This sweep has no such cell.', { context: { cellId } });
    await assertLost(sweep, cell, tx);
    await tx.sweepCell.update({
      where: { id: cellId },
      data: { wanted: cell.attempts.length + 1, retryReason: reason, retryBy: actor.name, waits: null },
    });
    if (sweep.status === 'finished') {
      const startsAs = jsonColumn(starterOf(actor));
      const data = { status: 'running', statusReason: null, endedAt: null, startsAs };
      await tx.sweep.update({ where: { id: sweepId }, data });
    }
    await recordAudit(tx, actor, 'sweep.cellRetried', sweepId, { cellId, reason });
  });
  await advanceSweep(sweepId);
  return readSweep(actor, { sweepId });
}

const LOST: readonly string[] = ['failed', 'stopped', 'cut'];

async function assertLost(sweep: SweepRow, cell: SweepRow['cells'][number], tx: Tx): Promise<void> {
  const runs = await findCellRuns(
    cell.attempts.map(({ runId }) => runId),
    tx,
  );
  const settled = (runId: string) => {
    const attempt = cell.attempts.find((one) => one.runId === runId);
    return attempt ? settledOf(attempt) : null;
  };
  const own = ownBudget(sweep);
  const { status } = cellState(cell, { status: sweep.status, own }, { runs, settledOf: settled });
  if (LOST.includes(status)) return;
  throw conflict(`Only a cell that failed, was stopped or was cut can start again; this one is ${status}.`);
}

async function lockedSweep(actor: Actor, sweepId: string, tx: Tx): Promise<SweepRow> {
  await getSweepRow(actor.workspaceId, sweepId, tx);
  const sweep = await lockSweep(sweepId, tx);
  invariant(sweep, 'A sweep is never deleted.');
  return sweep;
}

const conflict = (message: string) => new AppError('STATE_CONFLICT', message);
