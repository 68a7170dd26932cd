import { db } from '@/server/db/client';

/** When calls went out and came back. What was answered without a call of its own is none. */
export interface CallTime {
  readonly key: string;
  readonly purpose: string;
  readonly role: string;
  readonly subject: string;
  readonly worker: string;
  readonly sentAt: Date;
  readonly answeredAt: Date | null;
  readonly failed: boolean;
  readonly dispatches: number;
}

/** Iterations that have calls, ascending: of the kept totals, since calls can be many. */
export async function findCalledIterations(runId: string): Promise<readonly number[]> {
  const rows = await db().$queryRaw<{ iteration: number }[]>`
    SELECT DISTINCT iteration FROM "CallTotal" WHERE "runId" = ${runId} AND calls > 0 ORDER BY iteration`;
  return rows.map(({ iteration }) => iteration);
}

/** The earliest calls of an iteration that were really sent, and how many there were in all. */
export async function findCallTimes(
  runId: string,
  iteration: number,
  limit: number,
): Promise<{ readonly calls: readonly CallTime[]; readonly total: number }> {
  const rows = await db().$queryRaw<(CallTime & { readonly total: number })[]>`
    SELECT key, purpose, role, subject, worker, "sentAt", "answeredAt", dispatches,
      COALESCE((outcome->>'ok')::boolean IS FALSE, false) AS failed, count(*) OVER ()::int AS total
    FROM "JournalCall"
    WHERE "runId" = ${runId} AND iteration = ${iteration} AND NOT cached AND ("answeredAt" IS NULL OR attempts > 0)
    ORDER BY "sentAt", key LIMIT ${limit}`;
  return { calls: rows.map(({ total: _, ...call }) => call), total: rows[0]?.total ?? 0 };
}
