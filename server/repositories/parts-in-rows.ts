import type pg from 'pg';
import { TRACE_BYTES_MAX, type TraceKey } from './trace-parts';

/** Parts whose body is in their row, for the worker that moves those of complete traces to objects outside. */
export interface PartInRow extends TraceKey {
  readonly id: string;
  readonly bytes: number;
  /** Its trace is complete, no part of it waits, and it was assembled long enough ago that no more is expected. */
  readonly isReady: boolean;
}

type Client = Pick<pg.ClientBase, 'query'>;

/** Up to `limit` in the order of arrival, after the one with this id. */
export async function listPartsInRows(
  client: Client,
  { after, limit, settledSeconds }: { readonly after: string; limit: number; settledSeconds: number },
): Promise<readonly PartInRow[]> {
  const { rows } = await client.query<PartInRow>(
    `SELECT part.id::text, part."workspaceId", part."traceId", octet_length(part.body) AS bytes,
       trace.id IS NOT NULL AND NOT EXISTS (SELECT FROM "TracePending" AS pending
         WHERE pending."workspaceId" = part."workspaceId" AND pending."traceId" = part."traceId") AS "isReady"
     FROM (
       SELECT * FROM "TracePart" WHERE "objectKey" IS NULL AND id > $1 ORDER BY id LIMIT $2
     ) AS part LEFT JOIN "Trace" AS trace ON trace."workspaceId" = part."workspaceId" AND trace.id = part."traceId"
       AND trace.state = 'complete' AND trace."assembledAt" <= now() - make_interval(secs => $3)
     ORDER BY part.id`,
    [after, limit, settledSeconds],
  );
  return rows;
}

export interface BodyInRow extends TraceKey {
  readonly id: string;
  readonly body: Buffer;
}

/** Bodies of these traces that are in their rows, in the order of arrival: of each trace about as much as is read of it. */
export async function readBodiesInRows(
  client: Client,
  keys: readonly TraceKey[],
): Promise<readonly BodyInRow[]> {
  const { rows } = await client.query<BodyInRow>(
    `SELECT id::text, "workspaceId", "traceId", body FROM (
       SELECT *, sum(octet_length(body)) OVER (PARTITION BY "workspaceId", "traceId" ORDER BY id)
         - octet_length(body) AS "before"
       FROM "TracePart" WHERE "objectKey" IS NULL
         AND ("workspaceId", "traceId") IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ) AS sized WHERE "before" < $3 ORDER BY id`,
    [keys.map(({ workspaceId }) => workspaceId), keys.map(({ traceId }) => traceId), TRACE_BYTES_MAX],
  );
  return rows;
}
