import type { Budget } from '@/lib/domain/spend';
import type { SweepAmount } from '@/lib/domain/sweep';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Reads and writes of sweeps. A caller that starts, pauses or cancels locks the sweep's row first, so that no cell
 * starts twice. */
type Tx = Prisma.TransactionClient;

const withCells = {
  cells: { include: { attempts: { orderBy: { ordinal: 'asc' } } }, orderBy: { position: 'asc' } },
} satisfies Prisma.SweepInclude;

export type SweepRow = Prisma.SweepGetPayload<{ include: typeof withCells }>;
export type CellRow = SweepRow['cells'][number];
export type AttemptRow = CellRow['attempts'][number];

export async function createSweep(
  sweep: Omit<Prisma.SweepUncheckedCreateInput, 'cells'>,
  cells: readonly Omit<Prisma.SweepCellUncheckedCreateInput, 'sweepId'>[],
  tx: Tx,
): Promise<void> {
  await tx.sweep.create({ data: sweep });
  await tx.sweepCell.createMany({ data: cells.map((cell) => ({ ...cell, sweepId: sweep.id })) });
}

/** @throws AppError NOT_FOUND */
export async function getSweepRow(workspaceId: string, id: string, tx: Tx = db()): Promise<SweepRow> {
  const row = await tx.sweep.findFirst({ where: { workspaceId, id }, include: withCells });
  if (row === null) throw new AppError('NOT_FOUND', 'This sweep does not exist.', { context: { id } });
  return row;
}

/** Holds the row until the transaction ends. Null where there is no such sweep. */
export async function lockSweep(id: string, tx: Tx): Promise<SweepRow | null> {
  await tx.$queryRaw`SELECT id FROM "Sweep" WHERE id = ${id} FOR UPDATE`;
  return tx.sweep.findUnique({ where: { id }, include: withCells });
}

export interface SweepPage {
  readonly experimentId: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listSweepRows(workspaceId: string, page: SweepPage) {
  return db().sweep.findMany({
    where: {
      workspaceId,
      ...(page.experimentId ? { experimentId: page.experimentId } : {}),
      ...afterCursor(page.cursor),
    },
    // The scores of every cell have no place in a list.
    omit: { base: true, estimate: true },
    include: {
      cells: {
        include: { attempts: { omit: { result: true }, orderBy: { ordinal: 'asc' } } },
        orderBy: { position: 'asc' },
      },
    },
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

export interface SettledMarks {
  /** By run: why it ended, and whether its last prompt was measured. */
  readonly settled: ReadonlyMap<string, { readonly stopReason: string | null; readonly isMeasured: boolean }>;
  /** By sweep: the caps of the experiment itself. */
  readonly ownBudgets: ReadonlyMap<string, Budget>;
}

/** Marks that distinguish a cell cut by a cap from a finished one; the scores stay in the database. */
export async function findSettledMarks(sweepIds: readonly string[]): Promise<SettledMarks> {
  const ids = [...sweepIds];
  const [attempts, sweeps] = await Promise.all([
    db().$queryRaw<{ runId: string; stopReason: string | null; isMeasured: boolean }[]>`
      SELECT attempt."runId", attempt.result->>'stopReason' AS "stopReason",
        coalesce(jsonb_typeof(attempt.result->'result') = 'object', false) AS "isMeasured"
      FROM "SweepAttempt" AS attempt JOIN "SweepCell" AS cell ON cell.id = attempt."cellId"
      WHERE cell."sweepId" = ANY(${ids}) AND attempt.result IS NOT NULL`,
    db().$queryRaw<{ id: string; own: Budget }[]>`
      SELECT id, base->'budget' AS own FROM "Sweep" WHERE id = ANY(${ids})`,
  ]);
  return {
    settled: new Map(attempts.map(({ runId, ...mark }) => [runId, mark])),
    ownBudgets: new Map(sweeps.map(({ id, own }) => [id, own])),
  };
}

/** Sweeps that a worker has to advance. Paused ones are included: their runs may end meanwhile. */
export async function findLiveSweeps(): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT sweep.id FROM "Sweep" AS sweep WHERE sweep.status = 'running' OR EXISTS (
      SELECT 1 FROM "SweepCell" AS cell JOIN "SweepAttempt" AS attempt ON attempt."cellId" = cell.id
      WHERE cell."sweepId" = sweep.id AND attempt.charge IS NULL
    ) ORDER BY sweep."createdAt" LIMIT 200`;
  return rows.map(({ id }) => id);
}

export async function findSweepOfRun(runId: string): Promise<string | null> {
  const attempt = await db().sweepAttempt.findUnique({
    where: { runId },
    select: { cell: { select: { sweepId: true } } },
  });
  return attempt?.cell.sweepId ?? null;
}

const cellRun = {
  id: true,
  status: true,
  statusReason: true,
  control: true,
  lastSeq: true,
  label: true,
  practice: true,
  summary: true,
  startedAt: true,
} satisfies Prisma.RunSelect;

export type CellRun = Prisma.RunGetPayload<{ select: typeof cellRun }>;

export async function findCellRuns(ids: readonly string[], tx: Tx = db()): Promise<Map<string, CellRun>> {
  const rows = await tx.run.findMany({ where: { id: { in: [...ids] } }, select: cellRun });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why a run ended, as its ledger says it. */
export async function findStopReason(runId: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ reason: string }[]>`
    SELECT data->>'reason' AS reason FROM "LedgerEntry" WHERE "runId" = ${runId} AND type = 'run.finished' LIMIT 1`;
  return rows[0]?.reason ?? null;
}

/**
 * What a run has used of its caps, as its own budget counts it: answers of other runs cost nothing, and what was sent
 * and never answered counts at its reservation.
 */
export async function readCharge(runId: string): Promise<SweepAmount> {
  const rows = await db().$queryRaw<{ usd: number | null; tokens: number | null; rollouts: number }[]>(
    Prisma.sql`
    SELECT sum(coalesce("spendUsd", 0) + lost * "reservedUsd")::float AS usd,
      sum("tokensIn" + "tokensOut" + lost * "reservedTokens")::float AS tokens,
      (count(*) FILTER (WHERE purpose = 'generate' AND (outcome IS NULL OR attempts > 0)))::int AS rollouts
    FROM (SELECT *, greatest(0, dispatches - (outcome IS NOT NULL)::int) AS lost
      FROM "JournalCall" WHERE "runId" = ${runId} AND NOT cached) AS call`,
  );
  const [row] = rows;
  return { usd: row?.usd ?? 0, tokens: row?.tokens ?? 0, rollouts: row?.rollouts ?? 0 };
}

export interface CallMeans {
  readonly part: 'answer' | 'reflect' | 'aggregate';
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly delayMs: number;
  readonly runs: number;
}

/** Means of the calls of the newest ended runs of the same task, method and provider: the best guide there is. */
export function readCallMeans(
  workspaceId: string,
  like: { readonly taskId: string; readonly method: string; readonly providerId: string },
): Promise<CallMeans[]> {
  return db().$queryRaw<CallMeans[]>`
    WITH known AS (
      SELECT run.id FROM "Run" AS run JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
      WHERE experiment."workspaceId" = ${workspaceId} AND experiment."taskId" = ${like.taskId}
        AND run.status = 'finished' AND run.kind <> 'evaluation'
        AND run.manifest #>> '{method,name}' = ${like.method}
        AND run.manifest #>> '{models,serving,providerId}' = ${like.providerId}
      ORDER BY run."createdAt" DESC LIMIT 4
    )
    SELECT CASE WHEN purpose IN ('generate', 'evaluate') THEN 'answer' WHEN purpose = 'reflect' THEN 'reflect'
        ELSE 'aggregate' END AS part,
      avg("tokensIn")::float AS "tokensIn", avg("tokensOut")::float AS "tokensOut",
      coalesce(avg("delayMs"), 0)::float AS "delayMs", count(DISTINCT "runId")::int AS runs
    FROM "JournalCall" WHERE "runId" IN (SELECT id FROM known) AND outcome IS NOT NULL AND attempts > 0 AND NOT cached
      AND purpose NOT IN ('judge', 'environment')
    GROUP BY 1`;
}

/** Characters of an example of a split, on average. */
export async function meanExampleLength(registrationId: string): Promise<number> {
  const rows = await db().$queryRaw<{ characters: number | null }[]>`
    SELECT avg(length(example.question) + length(example.context))::float AS characters
    FROM "SplitAssignment" AS part
    JOIN "Example" AS example ON example."datasetId" = part."datasetId" AND example.id = part."exampleId"
    WHERE part."registrationId" = ${registrationId}`;
  return rows[0]?.characters ?? 0;
}

export async function findExperimentNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db().experiment.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
