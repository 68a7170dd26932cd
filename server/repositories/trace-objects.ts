import type pg from 'pg';
import type { BodyPlace } from '@/lib/ports/part-bodies';

/**
 * The list of all objects outside. An object is on it before it is written and until after it is removed, so that a crash
 * leaves none that is unknown. Nothing is read by this list: parts say where their bodies are.
 */
export interface PlannedObject {
  readonly key: string;
  readonly workspaceId: string;
  readonly bytes: number;
}

type Client = Pick<pg.ClientBase, 'query'>;

/** Far longer than a write can take: after it, no request of a writer that died is under way. */
const WRITING = "interval '10 minutes'";

const LOCK = `hashtextextended('trace objects', 0)`;

/** One worker at a time. False = another one holds it. */
export async function lockObjects(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS held`);
  return rows[0]?.held ?? false;
}

export async function unlockObjects(client: Client): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(${LOCK})`);
}

export async function planObjects(client: Client, planned: readonly PlannedObject[]): Promise<void> {
  await client.query(
    `INSERT INTO "TraceObject" (key, "workspaceId", bytes) SELECT * FROM unnest($1::text[], $2::text[], $3::int[])`,
    [planned.map(({ key }) => key), planned.map((one) => one.workspaceId), planned.map(({ bytes }) => bytes)],
  );
}

export interface PlacedBody extends BodyPlace {
  /** Id of its part. */
  readonly id: string;
}

const PLACE = `
  WITH given AS (
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::int[], $4::int[]) AS place (id, key, start, bytes)
  ), held AS (
    SELECT key FROM "TraceObject" WHERE key = ANY($2) AND state = 'writing' ORDER BY key FOR UPDATE
  ), free AS (
    SELECT part.id FROM "TracePart" AS part JOIN given USING (id) WHERE part."objectKey" IS NULL
    FOR UPDATE OF part SKIP LOCKED
  ), moved AS (
    UPDATE "TracePart" AS part SET body = NULL, "objectKey" = given.key, "objectFrom" = given.start,
      "objectBytes" = given.bytes
    FROM given JOIN held USING (key) JOIN free USING (id) WHERE part.id = given.id
    RETURNING part."objectKey" AS key
  ), counted AS (SELECT key, count(*)::int AS parts FROM moved GROUP BY key)
  UPDATE "TraceObject" AS object SET parts = coalesce(counted.parts, 0), at = now(),
    state = CASE WHEN counted.parts > 0 THEN 'kept' ELSE 'removing' END
  FROM held LEFT JOIN counted USING (key) WHERE object.key = held.key
  RETURNING object.key, object.parts`;

/**
 * Places take the room of bodies, in one statement, for objects that are whole. Parts that are gone or about to be removed
 * stay as they are; an object without a part, or one that was given up meanwhile, is to be removed. How many were placed.
 */
export async function placeBodies(
  pool: Client,
  planned: readonly PlannedObject[],
  placed: readonly PlacedBody[],
): Promise<number> {
  const { rows } = await pool.query<{ key: string; parts: number }>(PLACE, [
    placed.map(({ id }) => id),
    placed.map(({ key }) => key),
    placed.map(({ from }) => from),
    placed.map(({ bytes }) => bytes),
  ]);
  const own = new Set(rows.map(({ key }) => key));
  await dropObjects(
    pool,
    planned.filter(({ key }) => !own.has(key)),
  );
  return rows.reduce((total, { parts }) => total + parts, 0);
}

/** For objects that no part needs, although they may be there. */
export async function dropObjects(pool: Client, dropped: readonly PlannedObject[]): Promise<void> {
  if (dropped.length === 0) return;
  await pool.query(
    `INSERT INTO "TraceObject" (key, "workspaceId", bytes, state)
     SELECT *, 'removing' FROM unnest($1::text[], $2::text[], $3::int[])
     ON CONFLICT (key) DO UPDATE SET state = 'removing', at = now() WHERE "TraceObject".state = 'writing'`,
    [dropped.map(({ key }) => key), dropped.map((one) => one.workspaceId), dropped.map(({ bytes }) => bytes)],
  );
}

/** Keys of objects to remove, with those whose writer died; these can no longer become part of a trace. */
export async function listRemovable(pool: Client, limit: number): Promise<readonly string[]> {
  await pool.query(
    `UPDATE "TraceObject" SET state = 'removing' WHERE state = 'writing' AND at <= now() - ${WRITING}`,
  );
  const { rows } = await pool.query<{ key: string }>(
    `SELECT key FROM "TraceObject" WHERE state = 'removing' ORDER BY at, key LIMIT $1`,
    [limit],
  );
  return rows.map(({ key }) => key);
}

/** After they were removed. */
export async function forgetObjects(pool: Client, keys: readonly string[]): Promise<void> {
  await pool.query(`DELETE FROM "TraceObject" WHERE key = ANY($1) AND state = 'removing'`, [keys]);
}

/** Objects that a copy of the database does not hold. */
export async function countKeptObjects(client: Client): Promise<{ objects: number; bytes: number }> {
  const { rows } = await client.query<{ objects: number; bytes: number }>(
    `SELECT count(*)::int AS objects, coalesce(sum(bytes), 0)::float8 AS bytes
     FROM "TraceObject" WHERE state = 'kept'`,
  );
  return rows[0] ?? { objects: 0, bytes: 0 };
}
