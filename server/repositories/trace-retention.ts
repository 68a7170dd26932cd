import type pg from 'pg';
import { longRead } from '@/server/ledger/pool';
import { BODY_BYTES } from './trace-parts';
import { TRAJECTORY_GRACE_MS } from './trajectories';

/**
 * Removal of traces that a workspace keeps no longer: their rows, scores, parts, and trajectories that nothing refers to.
 * Traces with parts that wait to be assembled stay until they are. Objects outside are removed later, as the database notes
 * itself which of them no part needs (waggle_release_trace_objects).
 */
export interface TraceLimits {
  readonly workspaceId: string;
  readonly retentionDays: number;
  /** Bytes of parts and trajectories; null = no limit. */
  readonly bytesMax: number | null;
}

/** A place in the order of arrival: traces up to it are removed. */
export interface TraceEnd {
  readonly receivedAt: Date;
  readonly id: string;
}

export interface RemovedTraces {
  readonly traces: number;
  readonly trajectories: number;
  /** Size of parts and trajectories, as they were stored. */
  readonly bytes: number;
}

type Client = Pick<pg.ClientBase, 'query'>;

const LOCK = `hashtextextended('trace retention', 0)`;

/** One worker at a time. False = another one holds it. */
export async function lockRetention(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS held`);
  return rows[0]?.held ?? false;
}

export async function unlockRetention(client: Client): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(${LOCK})`);
}

/** Policies of all workspaces that have traces. */
export async function listTraceLimits(client: Client, defaultDays: number): Promise<readonly TraceLimits[]> {
  const { rows } = await client.query<TraceLimits>(
    `SELECT workspace.id AS "workspaceId", coalesce(policy."retentionDays", $1) AS "retentionDays",
       policy."bytesMax"::float8 AS "bytesMax"
     FROM "Workspace" AS workspace LEFT JOIN "TracePolicy" AS policy ON policy."workspaceId" = workspace.id
     WHERE EXISTS (SELECT FROM "TracePart" WHERE "workspaceId" = workspace.id)
       OR EXISTS (SELECT FROM "Trace" WHERE "workspaceId" = workspace.id)
       OR EXISTS (SELECT FROM "ExposureOutcome" WHERE "workspaceId" = workspace.id) ORDER BY workspace.id`,
    [defaultDays],
  );
  return rows;
}

/** The newest trace for which there is no room, as newer ones are kept first; a trajectory counts once. */
export async function endOfRoom(
  client: Client,
  workspaceId: string,
  bytesMax: number,
): Promise<TraceEnd | null> {
  const { rows } = await client.query<TraceEnd>(
    longRead(
      `WITH sized AS (
         SELECT id, "receivedAt", bytes, "trajectoryHash" AS hash, row_number() OVER (
           PARTITION BY "trajectoryHash" ORDER BY "receivedAt" DESC, id DESC) AS twin
         FROM "Trace" WHERE "workspaceId" = $1
       ), summed AS (
         SELECT sized.id, sized."receivedAt", sum(sized.bytes + coalesce(octet_length(kept.body), 0)) OVER (
           ORDER BY sized."receivedAt" DESC, sized.id DESC) AS total
         FROM sized LEFT JOIN "Trajectory" AS kept
           ON kept."workspaceId" = $1 AND kept.hash = sized.hash AND sized.twin = 1
       )
       SELECT "receivedAt", id FROM summed WHERE total > $2 ORDER BY "receivedAt" DESC, id DESC LIMIT 1`,
      [workspaceId, bytesMax],
    ),
  );
  return rows[0] ?? null;
}

/**
 * Lookups by one index each, whatever the statistics say: those of a workspace that has just sent its first million spans
 * know no row of it, and a plan by them takes minutes. "OFFSET 0" keeps a lookup from becoming a join, and the empty text
 * keeps the index of the workspace from being taken.
 */
const isPending = (traceId: string) =>
  `EXISTS (SELECT FROM "TracePending" WHERE "workspaceId" = $1 AND "traceId" = ${traceId} OFFSET 0)`;
const isReferredTo = (table: 'Trace' | 'Rollout') =>
  `EXISTS (SELECT FROM "${table}" WHERE "workspaceId" || '' = $1 AND "trajectoryHash" = kept.hash OFFSET 0)`;

const CHOOSE = `
  SELECT id, "trajectoryHash" AS hash FROM "Trace" AS trace
  WHERE "workspaceId" = $1 AND ("receivedAt", id) <= ($2, $3) AND NOT ${isPending('trace.id')}
  ORDER BY "receivedAt", id LIMIT $4 FOR UPDATE`;
const REMOVE_PARTS = `
  DELETE FROM "TracePart" WHERE "workspaceId" = $1 AND "traceId" = ANY($2) RETURNING ${BODY_BYTES} AS size`;
const REMOVE_TRAJECTORIES = `
  DELETE FROM "Trajectory" AS kept WHERE "workspaceId" = $1 AND hash = ANY($2) AND "createdAt" < $3
    AND NOT ${isReferredTo('Trace')} AND NOT ${isReferredTo('Rollout')}
  RETURNING octet_length(body) AS size`;

/** At most `max` traces up to `end`, the oldest first, in one transaction. */
export async function removeTraces(
  client: Client,
  { workspaceId, end, nowMs, max }: { workspaceId: string; end: TraceEnd; nowMs: number; max: number },
): Promise<RemovedTraces> {
  await client.query('BEGIN');
  try {
    const { rows: chosen } = await client.query<{ id: string; hash: string | null }>(CHOOSE, [
      ...[workspaceId, end.receivedAt, end.id, max],
    ]);
    const ids = chosen.map(({ id }) => id);
    const hashes = [...new Set(chosen.flatMap(({ hash }) => hash ?? []))];
    const parts = await client.query<{ size: number }>(REMOVE_PARTS, [workspaceId, ids]);
    await client.query(`DELETE FROM "Trace" WHERE "workspaceId" = $1 AND id = ANY($2)`, [workspaceId, ids]);
    const storedBefore = new Date(nowMs - TRAJECTORY_GRACE_MS);
    const freed = await client.query<{ size: number }>(REMOVE_TRAJECTORIES, [
      ...[workspaceId, hashes, storedBefore],
    ]);
    await client.query('COMMIT');
    const bytes = [...parts.rows, ...freed.rows].reduce((sum, { size }) => sum + size, 0);
    return { traces: ids.length, trajectories: freed.rows.length, bytes };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** At most `max` old parts that became no trace, as their records could not be read. */
export async function removeUnreadParts(
  client: Client,
  { workspaceId, before, max }: { workspaceId: string; before: Date; max: number },
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "TracePart" WHERE id IN (
       SELECT id FROM "TracePart" AS part WHERE "workspaceId" = $1 AND "receivedAt" < $2
         AND NOT EXISTS (SELECT FROM "Trace" WHERE "workspaceId" = $1 AND id = part."traceId" OFFSET 0)
         AND NOT ${isPending('part."traceId"')}
       LIMIT $3)`,
    [workspaceId, before, max],
  );
  return rowCount ?? 0;
}

/** At most `max` outcomes that were posted before, with or without a trace: a trace keeps its score. */
export async function removeOldOutcomes(
  client: Client,
  { workspaceId, before, max }: { workspaceId: string; before: Date; max: number },
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "ExposureOutcome" WHERE "workspaceId" = $1 AND "exposureId" IN (
       SELECT "exposureId" FROM "ExposureOutcome" WHERE "workspaceId" = $1 AND at < $2 LIMIT $3)`,
    [workspaceId, before, max],
  );
  return rowCount ?? 0;
}
