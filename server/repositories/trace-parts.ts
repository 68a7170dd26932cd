import type pg from 'pg';
import type { TraceSource } from '@/lib/domain/collected-trace';
import type { BodyPlace } from '@/lib/ports/part-bodies';

/**
 * Stores scrubbed and compressed records of traces until a worker assembles them. One statement a request commits its parts
 * and marks their traces as due, or does neither.
 */
export interface TraceKey {
  readonly workspaceId: string;
  readonly traceId: string;
}

export interface ReceivedPart {
  readonly traceId: string;
  /** gzip of the JSON of its records. */
  readonly body: Uint8Array;
  readonly records: number;
  /** The end of a root was among them. */
  readonly isEnded: boolean;
}

export interface ReceivedParts {
  readonly workspaceId: string;
  readonly source: TraceSource;
  /** One for each trace id. */
  readonly parts: readonly ReceivedPart[];
}

/** Until a trace is assembled: after the end of its root, for children that are sent later; else so that it shows. */
const ENDED = "interval '1 second'";
const OPEN = "interval '4 seconds'";

/** `lastAt` rises with each request, so that an assembler can tell whether it has read all of them. */
const SAVE = `
  WITH given AS (
    SELECT * FROM unnest($3::text[], $4::bytea[], $5::int[], $6::boolean[]) AS part ("traceId", body, records, ended)
  ), parts AS (
    INSERT INTO "TracePart" ("workspaceId", "traceId", source, body, records)
    SELECT $1, "traceId", $2, body, records FROM given)
  INSERT INTO "TracePending" AS pending ("workspaceId", "traceId", "dueAt")
  SELECT $1, "traceId", now() + CASE WHEN ended THEN ${ENDED} ELSE ${OPEN} END FROM given ORDER BY "traceId"
  ON CONFLICT ("workspaceId", "traceId") DO UPDATE
    SET "lastAt" = GREATEST(now(), pending."lastAt" + interval '1 millisecond'),
      "dueAt" = LEAST(pending."dueAt", EXCLUDED."dueAt")`;

/** Durable once this resolves. */
export async function saveTraceParts(
  pool: Pick<pg.Pool, 'query'>,
  { workspaceId, source, parts }: ReceivedParts,
): Promise<void> {
  await pool.query({
    name: 'save-trace-parts',
    text: SAVE,
    values: [
      workspaceId,
      source,
      parts.map(({ traceId }) => traceId),
      parts.map(({ body }) => Buffer.from(body.buffer, body.byteOffset, body.byteLength)),
      parts.map(({ records }) => records),
      parts.map(({ isEnded }) => isEnded),
    ],
  });
}

export interface StoredPart extends TraceKey {
  readonly source: TraceSource;
  /** Null = in an object outside, or beyond the most that is read of one trace. */
  readonly body: Uint8Array | null;
  /** Null = in its row, or beyond the most. */
  readonly place: BodyPlace | null;
  readonly bytes: number;
  readonly records: number;
}

/** Compressed bytes of one trace: what is beyond it is counted and not read. */
export const TRACE_BYTES_MAX = 16_000_000;

/** Compressed size of a part in either place. */
export const BODY_BYTES = `coalesce("objectBytes", octet_length(body))`;

/** Parts of some traces, in the order of their arrival. */
export async function readTraceParts(
  pool: pg.Pool,
  keys: readonly TraceKey[],
): Promise<readonly StoredPart[]> {
  const { rows } = await pool.query<StoredPart>(
    `SELECT "workspaceId", "traceId", source, records, bytes, CASE WHEN "upTo" <= $3 THEN body END AS body,
       CASE WHEN "upTo" <= $3 AND "objectKey" IS NOT NULL
         THEN json_build_object('key', "objectKey", 'from', "objectFrom", 'bytes', "objectBytes") END AS place
     FROM (
       SELECT part.*, ${BODY_BYTES} AS bytes,
         sum(${BODY_BYTES}) OVER (PARTITION BY "workspaceId", "traceId" ORDER BY id) AS "upTo"
       FROM "TracePart" AS part
       WHERE ("workspaceId", "traceId") IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ) AS sized ORDER BY id`,
    [keys.map(({ workspaceId }) => workspaceId), keys.map(({ traceId }) => traceId), TRACE_BYTES_MAX],
  );
  return rows;
}
