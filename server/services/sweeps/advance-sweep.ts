import type { Budget } from '@/lib/domain/spend';
import { NO_SWEEP_AMOUNT, type SweepAmount, type SweepArm } from '@/lib/domain/sweep';
import { addSweepAmounts, planSweepStep, type WaitingCell } from '@/lib/report/sweep-budget';
import { cellName } from '@/lib/report/sweep-cells';
import { reserveOf } from '@/lib/report/sweep-reserve';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { jsonColumn } from '@/server/db/stored-json';
import { baseOf } from '@/server/repositories/stored-manifest';
import { expectedOf, settingsOf, settledOf } from '@/server/repositories/stored-sweep';
import {
  type CellRow,
  findLiveSweeps,
  findSweepOfRun,
  lockSweep,
  type SweepRow,
} from '@/server/repositories/sweeps';
import { type Launch, newRunId } from '@/server/services/launches/launch-run';
import { knownStarter } from '@/server/services/launches/starter';
import { launchNext } from '@/server/services/run-sets/launch-next';
import { cellManifest } from './cell-manifest';
import { amountOf, isLive, isWaiting, ownBudget } from './cell-state';
import { endPastDeadline } from './end-past-deadline';
import { settleAttempts } from './settle-attempts';

/**
 * Carries a sweep on by one step: closes the books of runs that have ended, and starts what its budget allows. Called
 * when a run has ended and every few seconds by every worker; any process may die at any moment and any other goes on.
 * The sweep's row is locked while cells are chosen, and a cell's attempt is written in the transaction that makes its
 * run: so no cell starts twice, and none is counted that did not start.
 */
type Tx = Prisma.TransactionClient;

/** Every sweep that is going; one that cannot go on does not hold the others up. */
export async function advanceSweeps(): Promise<void> {
  const faults: unknown[] = [];
  for (const id of await findLiveSweeps()) {
    await advanceSweep(id).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

export async function advanceSweepOfRun(runId: string): Promise<void> {
  const id = await findSweepOfRun(runId);
  if (id !== null) await advanceSweep(id);
}

export async function advanceSweep(id: string): Promise<void> {
  const sweep = await db().$transaction((tx) => lockSweep(id, tx));
  if (sweep === null) return;
  await settleAttempts(sweep);
  if (sweep.status !== 'running') return;
  await endPastDeadline(sweep);
  await launchNext(sweep, {
    decide: (tx) => startCells(id, tx),
    // A refusal of one cell refuses all: a person has to fix its cause, and then resumes the sweep.
    refused: (error) => pauseFor(id, `No cell can be started: ${error.userMessage}`),
  });
}

async function pauseFor(id: string, statusReason: string): Promise<void> {
  await db().sweep.updateMany({ where: { id, status: 'running' }, data: { status: 'paused', statusReason } });
}

async function startCells(id: string, tx: Tx): Promise<Launch[]> {
  const sweep = await lockSweep(id, tx);
  if (sweep?.status !== 'running') return [];
  const settings = settingsOf(sweep);
  const attempts = sweep.cells.flatMap((cell) => cell.attempts);
  const waiting = sweep.cells.filter(isWaiting);
  const step = planSweepStep({
    waiting: waiting.map((cell) => waitingCell(cell, sweep)),
    live: attempts.filter(isLive).map(({ caps }) => amountOf(caps)),
    charged: attempts
      .map(({ charge }) => amountOf(charge ?? NO_SWEEP_AMOUNT))
      .reduce(addSweepAmounts, NO_SWEEP_AMOUNT),
    budget: settings.budget,
    own: ownBudget(sweep),
    concurrent: settings.concurrent,
    msLeft: msLeft(sweep),
  });
  for (const { id: cellId, reason } of step.waits) {
    const cell = waiting.find((known) => known.id === cellId);
    if (cell?.waits !== reason) await tx.sweepCell.update({ where: { id: cellId }, data: { waits: reason } });
  }
  if (step.over) await finish(id, step.waits.length, tx);
  const launches: Launch[] = [];
  for (const { id: cellId, caps } of step.start) {
    const cell = waiting.find((known) => known.id === cellId);
    if (cell) launches.push(await attemptAt(cell, { sweep, caps }, tx));
  }
  return launches;
}

function waitingCell(cell: CellRow, sweep: SweepRow): WaitingCell {
  const expected = expectedOf(cell);
  const base = baseOf(sweep);
  return {
    id: cell.id,
    reserve: reserveOf({ cell, base, expected, measured: measuredLike(cell, sweep) }),
    expectedMs: expected.totalMs,
  };
}

/** The most that ended cells of the same arm and size took. Answers of other runs count: its own rules count them too. */
function measuredLike(cell: CellRow, { cells }: SweepRow): SweepAmount | null {
  const alike = cells.filter(({ arm, batchSize }) => arm === cell.arm && batchSize === cell.batchSize);
  const taken = alike
    .flatMap(({ attempts }) => attempts)
    .flatMap((attempt) => {
      const { charge } = attempt;
      const reached = settledOf(attempt)?.result;
      if (charge === null || !reached) return [];
      const used = amountOf(charge);
      return [
        {
          ...used,
          tokens: Math.max(used.tokens, reached.tokens),
          usd: Math.max(used.usd, reached.costUsd ?? 0),
        },
      ];
    });
  if (taken.length === 0) return null;
  const most = (kind: keyof SweepAmount) => Math.max(...taken.map((amount) => amount[kind]));
  return { usd: most('usd'), tokens: most('tokens'), rollouts: most('rollouts') };
}

interface Started {
  readonly sweep: SweepRow;
  readonly caps: Budget;
}

async function attemptAt(cell: CellRow, { sweep, caps }: Started, tx: Tx): Promise<Launch> {
  const runId = newRunId();
  const ordinal = cell.attempts.length + 1;
  const place = { arm: cell.arm as SweepArm, batchSize: cell.batchSize, seed: cell.seed };
  await tx.sweepAttempt.create({
    data: {
      runId,
      cellId: cell.id,
      ordinal,
      caps: jsonColumn(caps),
      reason: cell.retryReason,
      startedBy: cell.retryBy ?? knownStarter(sweep).name,
    },
  });
  await tx.sweepCell.update({
    where: { id: cell.id },
    data: { waits: null, retryReason: null, retryBy: null },
  });
  const manifest = cellManifest(baseOf(sweep), place, caps);
  const again = ordinal > 1 ? `, attempt ${ordinal}` : '';
  return {
    id: runId,
    experimentId: sweep.experimentId,
    manifest,
    label: `Sweep: ${cellName(place)}${again}`,
  };
}

async function finish(id: string, left: number, tx: Tx): Promise<void> {
  const statusReason =
    left === 0 ? null : `${left === 1 ? '1 cell was' : `${left} cells were`} not started; each says why.`;
  await tx.sweep.update({ where: { id }, data: { status: 'finished', statusReason, endedAt: new Date() } });
}

export function msLeft(sweep: Pick<SweepRow, 'id' | 'settings' | 'createdAt'>): number | null {
  const { wallMs } = settingsOf(sweep).budget;
  return wallMs === null ? null : sweep.createdAt.getTime() + wallMs - Date.now();
}
