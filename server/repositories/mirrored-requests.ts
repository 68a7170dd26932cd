import type pg from 'pg';
import { openSecret, sealSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';

/**
 * Requests that two prompts answered, until both answers are scored. Questions and answers are a customer's: they are
 * sealed before they leave this process, and the row goes with its score or at its time, whichever is first.
 */
export interface MirroredSide {
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
  /** Kind of failure, in a word; null = it has an answer. */
  readonly failure: string | null;
}

export interface MirroredTexts {
  readonly question: string;
  readonly context: string;
  /** Right answer according to the caller, for evaluators that compare; null = unknown. */
  readonly expected: string | null;
  readonly incumbent: string;
  readonly challenger: string;
}

export interface MirroredRequest {
  readonly exposureId: string;
  /** As the pair is named among the canary's pairs, and the conversation that it belongs to. */
  readonly pairKey: string;
  readonly cluster: string | null;
  readonly canaryId: string;
  readonly stage: 'shadow' | 'watch';
  readonly atMs: number;
  readonly texts: MirroredTexts;
  readonly incumbent: MirroredSide;
  readonly challenger: MirroredSide;
  readonly keepUntilMs: number;
}

export interface SealedRequest extends Omit<MirroredRequest, 'texts'> {
  readonly sealed: string;
}

export function sealMirrored({ texts, ...request }: MirroredRequest): SealedRequest {
  const { exposureId } = request;
  return { ...request, sealed: sealSecret(JSON.stringify(texts), exposureId, config().secret) };
}

/** A pair from here on, whatever becomes of its score: one that is never scored counts as lost. */
const ADD = `
  WITH given AS (
    SELECT g.* FROM json_to_recordset($1::json) AS g("exposureId" text, "pairKey" text, cluster text, "canaryId" text,
      stage text, "atMs" float8, sealed text, incumbent jsonb, challenger jsonb, "keepUntilMs" float8)
    WHERE EXISTS (SELECT 1 FROM "Canary" c WHERE c.id = g."canaryId")
  ), pairs AS (
    INSERT INTO "CanaryPair" ("canaryId", stage, "exposureId", cluster, at)
    SELECT "canaryId", stage, "pairKey", cluster, to_timestamp("atMs" / 1000.0) FROM given
    ON CONFLICT DO NOTHING
  ), traffic AS (
    UPDATE "Canary" SET "lastTrafficAt" = now() WHERE id IN (
      SELECT id FROM "Canary" WHERE id IN (SELECT "canaryId" FROM given)
        AND ("lastTrafficAt" IS NULL OR "lastTrafficAt" < now() - interval '10 seconds'
          OR "lastTrafficAt" = "stageStartedAt")
      FOR NO KEY UPDATE SKIP LOCKED)
  )
  INSERT INTO "MirroredRequest"
    ("exposureId", "canaryId", stage, at, sealed, incumbent, challenger, "nextAt", "keepUntil")
  SELECT "exposureId", "canaryId", stage, to_timestamp("atMs" / 1000.0), sealed, incumbent, challenger, now(),
    to_timestamp("keepUntilMs" / 1000.0)
  FROM given ON CONFLICT DO NOTHING`;

/** Written again they stay as they are, so a writer that heard no answer may simply try again. */
export async function addMirrored(pool: pg.Pool, requests: readonly SealedRequest[]): Promise<void> {
  if (requests.length > 0) await pool.query(ADD, [JSON.stringify(requests)]);
}

export interface ClaimedRequest extends Omit<MirroredRequest, 'pairKey' | 'cluster'> {
  readonly attempts: number;
}

interface ClaimedRow extends Omit<ClaimedRequest, 'texts'> {
  readonly sealed: string;
}

const CLAIM = `
  UPDATE "MirroredRequest" AS m
  SET attempts = m.attempts + 1, "nextAt" = now() + make_interval(secs => $2::float8 * power(2, LEAST(m.attempts, 6)))
  WHERE m."exposureId" IN (
    SELECT "exposureId" FROM "MirroredRequest" WHERE "nextAt" <= now() AND "keepUntil" > now()
    ORDER BY "nextAt" LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING m."exposureId", m."canaryId", m.stage, (extract(epoch FROM m.at) * 1000)::float8 AS "atMs", m.sealed,
    m.incumbent, m.challenger, m.attempts, (extract(epoch FROM m."keepUntil") * 1000)::float8 AS "keepUntilMs"`;

/** Each is one worker's for so many seconds, longer with each try; a worker that died leaves it to the next. */
export async function claimMirrored(
  pool: pg.Pool,
  { limit, seconds }: { readonly limit: number; readonly seconds: number },
): Promise<readonly ClaimedRequest[]> {
  const { rows } = await pool.query<ClaimedRow>(CLAIM, [limit, seconds]);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    texts: JSON.parse(openSecret(sealed, row.exposureId, config().secret)) as MirroredTexts,
  }));
}

export async function forgetMirrored(pool: pg.Pool, exposureIds: readonly string[]): Promise<void> {
  await pool.query('DELETE FROM "MirroredRequest" WHERE "exposureId" = ANY($1)', [exposureIds]);
}

/** Deletes requests past their retention time, scored or not. Returns their number. */
export async function forgetOverdue(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query('DELETE FROM "MirroredRequest" WHERE "keepUntil" <= now()');
  return rowCount ?? 0;
}
