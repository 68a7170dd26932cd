import type pg from 'pg';
import type { TraceKey } from './trace-parts';

/**
 * Traces that are due to be assembled. A claim is a lease: an assembler that dies leaves its traces to the next one. The
 * mark of a trace is removed only where nothing newer came since the claim.
 */
export interface ClaimedTrace extends TraceKey {
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Nothing came for so long that nothing is expected. */
  readonly isQuiet: boolean;
}

const LEASE_SECONDS = 30;

export async function claimDueTraces(
  pool: pg.Pool,
  { limit, quietSeconds }: { readonly limit: number; readonly quietSeconds: number },
): Promise<readonly ClaimedTrace[]> {
  const { rows } = await pool.query<ClaimedTrace>(
    `UPDATE "TracePending" AS pending SET "dueAt" = now() + make_interval(secs => ${LEASE_SECONDS})
     FROM (
       SELECT "workspaceId", "traceId" FROM "TracePending" WHERE "dueAt" <= now()
       ORDER BY "dueAt" LIMIT $1 FOR UPDATE SKIP LOCKED
     ) AS due
     WHERE pending."workspaceId" = due."workspaceId" AND pending."traceId" = due."traceId"
     RETURNING pending."workspaceId", pending."traceId", pending."firstAt", pending."lastAt",
       pending."lastAt" <= now() - make_interval(secs => $2) AS "isQuiet"`,
    [limit, quietSeconds],
  );
  return rows;
}

export interface SettledTrace extends ClaimedTrace {
  readonly isComplete: boolean;
}

/** Complete ones are no longer due; open ones are due again once it has been quiet for long. */
export async function settleTraces(
  client: Pick<pg.Pool, 'query'>,
  settled: readonly SettledTrace[],
  { quietSeconds }: { readonly quietSeconds: number },
): Promise<void> {
  const values = (isComplete: boolean) => {
    const some = settled.filter((one) => one.isComplete === isComplete);
    return [
      some.map((one) => one.workspaceId),
      some.map((one) => one.traceId),
      some.map((one) => one.lastAt),
    ];
  };
  const given = `unnest($1::text[], $2::text[], $3::timestamptz[]) AS given ("workspaceId", "traceId", "lastAt")
     WHERE pending."workspaceId" = given."workspaceId" AND pending."traceId" = given."traceId"
       AND pending."lastAt" = given."lastAt"`;
  await client.query(`DELETE FROM "TracePending" AS pending USING ${given}`, values(true));
  await client.query(
    `UPDATE "TracePending" AS pending SET "dueAt" = pending."lastAt" + make_interval(secs => $4) FROM ${given}`,
    [...values(false), quietSeconds],
  );
}
