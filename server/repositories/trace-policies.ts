import type pg from 'pg';
import { z } from 'zod';

/** How long and in what form a workspace keeps traces; a workspace without a row has the defaults. */
const storedPolicy = z.object({
  retentionDays: z.int(),
  bytesMax: z.coerce.number().nullable(),
  privacy: z.enum(['mask', 'drop', 'refuse']),
  keepsContent: z.boolean(),
});
export type StoredTracePolicy = z.output<typeof storedPolicy>;

export const DEFAULT_TRACE_POLICY: StoredTracePolicy = {
  ...{ retentionDays: 90, bytesMax: null, privacy: 'mask', keepsContent: true },
};

export async function readTracePolicy(
  client: Pick<pg.Pool, 'query'>,
  workspaceId: string,
): Promise<StoredTracePolicy> {
  const { rows } = await client.query(
    `SELECT "retentionDays", "bytesMax", privacy, "keepsContent" FROM "TracePolicy" WHERE "workspaceId" = $1`,
    [workspaceId],
  );
  return rows[0] === undefined ? DEFAULT_TRACE_POLICY : storedPolicy.parse(rows[0]);
}
