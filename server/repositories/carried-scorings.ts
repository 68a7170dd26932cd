import type pg from 'pg';
import type { JudgeAgreement } from '@/lib/domain/trace-scoring';
import { db } from '@/server/db/client';
import type { Prisma, TraceScoring } from '@/server/db/generated/client';
import { inTransaction } from './in-transaction';
import { type GivenScore, keepTraceScores } from './trace-scores';

/** The worker's side of scorings of traces: claiming one, settling its traces one by one, and ending it. */
/** Longer than any pause of a living worker; after it another takes the scoring over. */
const SILENT_SECONDS = 15;
const KEPT_DAYS = 30;

/** Claims the next scoring without a worker; null where there is none. */
export async function claimScoring(): Promise<TraceScoring | null> {
  const rows = await db().$queryRaw<TraceScoring[]>`
    UPDATE "TraceScoring" SET state = 'working', tries = tries + 1, "touchedAt" = now(),
      "startedAt" = coalesce("startedAt", now())
    WHERE id = (
      SELECT id FROM "TraceScoring"
      WHERE state = 'queued'
        OR (state = 'working' AND "touchedAt" < now() - ${SILENT_SECONDS} * interval '1 second')
      ORDER BY "createdAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING *`;
  return rows[0] ?? null;
}

interface Carried {
  readonly id: string;
  readonly tries: number;
}

/** Updates a scoring that is still this worker's. False where it was cancelled or taken over. */
async function touchWith(
  { id, tries }: Carried,
  data: Prisma.TraceScoringUpdateManyMutationInput,
): Promise<boolean> {
  const where = { id, tries, state: 'working' };
  const { count } = await db().traceScoring.updateMany({ where, data: { ...data, touchedAt: new Date() } });
  return count === 1;
}

export const touchScoring = (carried: Carried) => touchWith(carried, {});
/** For another try, by whichever worker is next. */
export const requeueScoring = (carried: Carried) => touchWith(carried, { state: 'queued' });
export const finishScoring = (carried: Carried, calibration: JudgeAgreement | null) =>
  touchWith(carried, {
    ...{ state: 'finished', endedAt: new Date() },
    ...(calibration === null ? {} : { calibration }),
  });
export const failScoring = (carried: Carried, problem: Prisma.InputJsonObject) =>
  touchWith(carried, { state: 'failed', problem, endedAt: new Date() });

/** Traces of a scoring that are not settled, in their order. */
export async function listUnsettled(pool: pg.Pool, scoringId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ traceId: string }>(
    `SELECT "traceId" FROM "TraceScoringItem" WHERE "scoringId" = $1 AND "settledAt" IS NULL ORDER BY ordinal`,
    [scoringId],
  );
  return rows.map(({ traceId }) => traceId);
}

export interface Settlement extends Carried {
  readonly traceId: string;
  readonly score: number | null;
  /** Why there is no score. */
  readonly fault: string | null;
  readonly calls: number;
  readonly usd: number;
  readonly unpriced: number;
  /** The score as it is kept with the trace; null = it is not. */
  readonly kept: GivenScore | null;
}

/**
 * Score, settled trace and counts together or none of them. False, and nothing is written, where the scoring was
 * cancelled or taken over, or the trace was settled before.
 */
export function settleTrace(pool: pg.Pool, given: Settlement): Promise<boolean> {
  const { id, tries, traceId, score, fault, calls, usd, unpriced, kept } = given;
  return inTransaction(pool, async (client) => {
    const held = await client.query(
      `SELECT 1 FROM "TraceScoring" WHERE id = $1 AND tries = $2 AND state = 'working' FOR UPDATE`,
      [id, tries],
    );
    if (held.rowCount === 0) return false;
    // Retention or a person may remove the trace meanwhile.
    const there = kept && (await client.query(THERE, [kept.workspaceId, traceId]));
    const isGone = there?.rowCount === 0;
    const settled = await client.query(
      `UPDATE "TraceScoringItem" SET score = $3, fault = $4, "settledAt" = now()
       WHERE "scoringId" = $1 AND "traceId" = $2 AND "settledAt" IS NULL`,
      [id, traceId, isGone ? null : score, isGone ? TRACE_GONE : fault],
    );
    if (settled.rowCount === 0) return false;
    if (kept !== null && !isGone) await keepTraceScores(client, [kept]);
    const isScored = score !== null && !isGone;
    await client.query(
      `UPDATE "TraceScoring" SET scored = scored + $2, failed = failed + $3, "lastFault" = coalesce($4, "lastFault"),
         calls = calls + $5, usd = usd + $6, unpriced = unpriced + $7, "touchedAt" = now() WHERE id = $1`,
      [id, isScored ? 1 : 0, isScored ? 0 : 1, isGone ? TRACE_GONE : fault, calls, usd, unpriced],
    );
    return true;
  });
}

const THERE = `SELECT 1 FROM "Trace" WHERE "workspaceId" = $1 AND id = $2 FOR KEY SHARE`;
export const TRACE_GONE = 'The trace was removed.';

export interface ScoredReference {
  readonly score: number | null;
  readonly reference: number;
}

export async function readScoredReferences(pool: pg.Pool, scoringId: string): Promise<ScoredReference[]> {
  const { rows } = await pool.query<ScoredReference>(
    `SELECT score, reference FROM "TraceScoringItem" WHERE "scoringId" = $1 AND reference IS NOT NULL ORDER BY ordinal`,
    [scoringId],
  );
  return rows;
}

/** Scorings past their retention; comparisons of judges stay, as scores rest on them. */
export async function clearScorings(): Promise<void> {
  await db().$executeRaw`
    DELETE FROM "TraceScoring"
    WHERE purpose = 'score' AND "endedAt" < now() - ${KEPT_DAYS} * interval '1 day'`;
}
