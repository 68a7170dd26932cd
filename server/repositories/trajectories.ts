import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type pg from 'pg';
import { canonicalJson, contentHash } from '@/lib/domain/content-hash';
import { type Trajectory, trajectory as trajectorySchema } from '@/lib/domain/trajectory';

/**
 * Trajectories: scrubbed, compressed, stored once for each hash of the canonical document. Compressing and hashing take
 * about 30 ms a megabyte; the compression runs off the main thread.
 */
const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface StoredTrajectory {
  readonly workspaceId: string;
  readonly hash: string;
}

export interface TrajectorySize {
  readonly steps: number;
  readonly toolErrors: number;
}

/** Retention removes no trajectory that was stored within this time: a row that names it may not be written yet. */
export const TRAJECTORY_GRACE_MS = 3_600_000;

/** The hash under which it is stored. One that is there already is stamped anew well before the grace is over. */
export async function storeTrajectory(
  pool: pg.Pool,
  workspaceId: string,
  { document, ...size }: TrajectorySize & { readonly document: Trajectory },
): Promise<string> {
  const packed = await packTrajectory(document);
  await storeTrajectories(pool, [{ ...packed, ...size, workspaceId }]);
  return packed.hash;
}

/** A trajectory as it is stored. */
interface PackedTrajectory {
  readonly hash: string;
  readonly body: Buffer;
  readonly characters: number;
}

export async function packTrajectory(document: Trajectory): Promise<PackedTrajectory> {
  const text = canonicalJson(document);
  return { hash: contentHash(text), body: await compress(text), characters: text.length };
}

/** Many at once, of any workspaces; those that are stored already stay. */
export async function storeTrajectories(
  client: Pick<pg.Pool, 'query'>,
  packed: readonly (PackedTrajectory & TrajectorySize & { readonly workspaceId: string })[],
): Promise<void> {
  await client.query(
    `INSERT INTO "Trajectory" ("workspaceId", hash, body, encoding, steps, "toolErrors", characters)
     SELECT DISTINCT ON ("workspaceId", hash) "workspaceId", hash, body, 'gzip', steps, "toolErrors", characters
     FROM unnest($1::text[], $2::text[], $3::bytea[], $4::int[], $5::int[], $6::int[])
       AS packed ("workspaceId", hash, body, steps, "toolErrors", characters)
     ORDER BY "workspaceId", hash
     ON CONFLICT ("workspaceId", hash) DO UPDATE SET "createdAt" = now()
       WHERE "Trajectory"."createdAt" < now() - $7 * interval '1 millisecond'`,
    [
      packed.map(({ workspaceId }) => workspaceId),
      packed.map(({ hash }) => hash),
      packed.map(({ body }) => body),
      packed.map(({ steps }) => steps),
      packed.map(({ toolErrors }) => toolErrors),
      packed.map(({ characters }) => characters),
      TRAJECTORY_GRACE_MS / 2,
    ],
  );
}

/** Null where it was deleted. */
export async function readTrajectory(
  pool: pg.Pool,
  { workspaceId, hash }: StoredTrajectory,
): Promise<Trajectory | null> {
  const { rows } = await pool.query<{ body: Buffer }>(
    `SELECT body FROM "Trajectory" WHERE "workspaceId" = $1 AND hash = $2`,
    [workspaceId, hash],
  );
  const body = rows[0]?.body;
  if (body === undefined) return null;
  return trajectorySchema.parse(JSON.parse((await decompress(body)).toString('utf8')));
}
