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

/** The hash under which it is stored. */
export async function storeTrajectory(
  pool: pg.Pool,
  workspaceId: string,
  { document, ...size }: TrajectorySize & { readonly document: Trajectory },
): Promise<string> {
  const text = canonicalJson(document);
  const hash = contentHash(text);
  const body = await compress(text);
  await pool.query(
    `INSERT INTO "Trajectory" ("workspaceId", hash, body, encoding, steps, "toolErrors", characters)
     VALUES ($1, $2, $3, 'gzip', $4, $5, $6) ON CONFLICT DO NOTHING`,
    [workspaceId, hash, body, size.steps, size.toolErrors, text.length],
  );
  return hash;
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
