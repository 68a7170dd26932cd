import type pg from 'pg';
import { z } from 'zod';
import { longRead } from '@/server/ledger/pool';

/** Traces that a workspace keeps, measured as its limit of bytes measures them. */
export interface KeptTraces {
  readonly traces: number;
  readonly bytes: number;
  readonly oldestReceivedAt: Date | null;
}

export async function sumKeptTraces(pool: pg.Pool, workspaceId: string): Promise<KeptTraces> {
  const { rows } = await pool.query<KeptTraces>(
    longRead(
      `WITH own AS MATERIALIZED (
         SELECT bytes, "trajectoryHash" AS hash, "receivedAt" FROM "Trace" WHERE "workspaceId" = $1
       )
       SELECT count(*)::int AS traces, min("receivedAt") AS "oldestReceivedAt",
         (coalesce(sum(bytes), 0) + (
           SELECT coalesce(sum(octet_length(body)), 0) FROM "Trajectory" AS kept
           WHERE kept."workspaceId" = $1 AND kept.hash IN (SELECT hash FROM own)))::float8 AS bytes
       FROM own`,
      [workspaceId],
    ),
  );
  return rows[0] ?? { traces: 0, bytes: 0, oldestReceivedAt: null };
}

/** Action of the audit entry of a round of retention. */
export const TRACES_REMOVED = 'traces.removed';

const removal = z.object({
  at: z.date(),
  detail: z.object({
    tooOld: z.int(),
    overBytesMax: z.int(),
    unreadParts: z.int(),
    bytes: z.number(),
  }),
});

/** The newest first. */
export async function listTraceRemovals(
  pool: pg.Pool,
  { workspaceId, limit }: { readonly workspaceId: string; readonly limit: number },
): Promise<readonly z.output<typeof removal>[]> {
  const { rows } = await pool.query(
    `SELECT "createdAt" AS at, detail FROM "AuditEntry"
     WHERE "workspaceId" = $1 AND subject = $1 AND action = $2 ORDER BY id DESC LIMIT ${limit}`,
    [workspaceId, TRACES_REMOVED],
  );
  return z.array(removal).parse(rows);
}
