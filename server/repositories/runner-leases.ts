import type pg from 'pg';
import { LEASE_SECONDS } from '@/lib/domain/runner-documents';
import type { AttemptName, NewAttempt } from './rollouts';

/**
 * Leases of attempts by runners, on the rows of the attempts themselves. An attempt is offered, leased by one runner,
 * and given back or recalled; all times are the database's, so no clock of a runner or a worker decides anything.
 */

/** Channel on which serving processes hear of offers; the payload is the agent. */
export const OFFER_CHANNEL = 'waggle_rollout_offers';

/** The worker of an offer says each second that it is alive; after this long without it the offer is void. */
const OFFER_SECONDS = 60;

/** SQL: the agent's own time, as the order of the row has it. */
const OWN_SECONDS = `(rollout."order"->'limits'->>'seconds')::float8`;

const OFFER = `
  WITH offered AS (
    UPDATE "Rollout" AS rollout SET "offeredAt" = now(),
      "deadlineAt" = now() + make_interval(secs => ${OWN_SECONDS} + ${OFFER_SECONDS})
    WHERE id = $1 AND attempt = $2 AND status = 'running' AND "leasedAt" IS NULL AND "recalledAt" IS NULL
    RETURNING "agentId"
  )
  SELECT pg_notify($3, "agentId") FROM offered`;

/** Lets runners of the agent lease it. */
export async function offerAttempt(pool: pg.Pool, { id, attempt }: AttemptName): Promise<void> {
  await pool.query(OFFER, [id, attempt, OFFER_CHANNEL]);
}

/** No outcome counts after; an outcome that is there already does, and the answer is false. */
export async function recallAttempt(pool: pg.Pool, { id, attempt }: AttemptName): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE "Rollout" SET "recalledAt" = coalesce("recalledAt", now()), "offeredAt" = NULL
     WHERE id = $1 AND attempt = $2 AND (outcome IS NULL OR status <> 'running')`,
    [id, attempt],
  );
  return rowCount === 1;
}

const LOOK = `
  WITH given AS (SELECT * FROM unnest($1::text[], $2::int[]) AS each(id, attempt)
  ), kept AS (
    UPDATE "Rollout" AS rollout SET "deadlineAt" = now() + make_interval(secs => ${OWN_SECONDS} + ${OFFER_SECONDS})
    FROM given WHERE rollout.id = given.id AND rollout.attempt = given.attempt AND rollout."offeredAt" IS NOT NULL
      AND rollout."deadlineAt" < now() + make_interval(secs => ${OWN_SECONDS} + ${OFFER_SECONDS / 2})
  )
  UPDATE "Rollout" AS rollout SET "recalledAt" = now()
  FROM given WHERE rollout.id = given.id AND rollout.attempt = given.attempt AND rollout.status = 'running'
    AND rollout.outcome IS NULL AND rollout."recalledAt" IS NULL AND rollout."leasedAt" IS NOT NULL
    AND greatest(rollout."leasedAt", rollout."heardAt") < now() - make_interval(secs => ${LEASE_SECONDS})
  RETURNING rollout.id, rollout.attempt`;

/** Keeps the offers of a worker alive, and recalls the leases that ran out: those are what it gives back. */
export async function lookAtLeases(
  pool: pg.Pool,
  named: readonly AttemptName[],
): Promise<readonly AttemptName[]> {
  const { rows } = await pool.query<AttemptName>(LOOK, [
    named.map(({ id }) => id),
    named.map(({ attempt }) => attempt),
  ]);
  return rows;
}

/** An attempt as its runner gets it. */
export type LeasedAttempt = AttemptName &
  Pick<NewAttempt, 'agentId' | 'candidateHash' | 'input' | 'order'> & {
    readonly runnerId: string;
    readonly leasedAt: Date;
  };

/** The agent's time begins with the lease. */
const BEGIN = `"startedAt" = now(), "offeredAt" = NULL,
  "deadlineAt" = now() + make_interval(secs => ${OWN_SECONDS})`;
const TOLD = `rollout.id, rollout.attempt, rollout."agentId", rollout."candidateHash", rollout.input,
  rollout."order", rollout."runnerId", rollout."leasedAt"`;

/** Seats are filled in turns, so that runners with room share what there is; a row that another process holds is skipped. */
const LEASE = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS each(agent, runner, free, place)
  ), wanted AS (SELECT agent, sum(free)::int AS total FROM asked GROUP BY agent
  ), open AS (
    SELECT found.* FROM wanted CROSS JOIN LATERAL (
      SELECT id, attempt, "agentId" AS agent, "offeredAt" FROM "Rollout"
      WHERE "agentId" = wanted.agent AND "offeredAt" IS NOT NULL AND status = 'running' AND "leasedAt" IS NULL
        AND "recalledAt" IS NULL AND "deadlineAt" > now()
      ORDER BY "offeredAt" LIMIT wanted.total FOR UPDATE SKIP LOCKED) AS found
  ), seats AS (
    SELECT agent, runner, row_number() OVER (PARTITION BY agent ORDER BY seat, place) AS rank
    FROM asked CROSS JOIN LATERAL generate_series(1, free) AS seat
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY agent ORDER BY "offeredAt", id) AS rank FROM open
  )
  UPDATE "Rollout" AS rollout SET ${BEGIN}, "leasedAt" = now(), "runnerId" = seats.runner, "heardAt" = NULL
  FROM ranked JOIN seats USING (agent, rank)
  WHERE rollout.id = ranked.id AND rollout.attempt = ranked.attempt AND rollout."leasedAt" IS NULL
  RETURNING ${TOLD}`;

export interface LeaseAsked {
  readonly agentId: string;
  readonly runnerId: string;
  readonly free: number;
}

/** One query for all runners that wait. No attempt is given to two. */
export async function leaseAttempts(
  pool: pg.Pool,
  asked: readonly LeaseAsked[],
): Promise<readonly LeasedAttempt[]> {
  const { rows } = await pool.query<LeasedAttempt>(LEASE, [
    asked.map(({ agentId }) => agentId),
    asked.map(({ runnerId }) => runnerId),
    asked.map(({ free }) => free),
  ]);
  return rows;
}

/**
 * Attempts of this runner of which it knows nothing and was never heard: the answer that had them was lost. The time of
 * a lease is always later than that of the one before it, by which a release knows what it gives back.
 */
export async function leaseAgain(
  pool: pg.Pool,
  { agentId, runnerId, holding }: Omit<LeaseAsked, 'free'> & { readonly holding: readonly string[] },
): Promise<readonly LeasedAttempt[]> {
  const { rows } = await pool.query<LeasedAttempt>(
    `UPDATE "Rollout" AS rollout SET ${BEGIN},
       "leasedAt" = greatest(now(), "leasedAt" + interval '1 millisecond')
     WHERE "agentId" = $1 AND "runnerId" = $2 AND status = 'running' AND outcome IS NULL AND "recalledAt" IS NULL
       AND "leasedAt" IS NOT NULL AND "heardAt" IS NULL AND NOT id || '/' || attempt = ANY($3::text[])
     RETURNING ${TOLD}`,
    [agentId, runnerId, holding],
  );
  return rows;
}

/** Offers attempts again that a runner which leaves was never heard of. */
export async function releaseUnheard(
  pool: pg.Pool,
  { agentId, runnerId }: Omit<LeaseAsked, 'free'>,
): Promise<void> {
  const { rows } = await pool.query<Pick<LeasedAttempt, 'id' | 'attempt' | 'leasedAt'>>(
    `SELECT id, attempt, "leasedAt" FROM "Rollout" WHERE "agentId" = $1 AND "runnerId" = $2 AND status = 'running'
       AND outcome IS NULL AND "heardAt" IS NULL AND "leasedAt" IS NOT NULL`,
    [agentId, runnerId],
  );
  if (rows.length > 0) await releaseAttempts(pool, rows);
}

/** Offers attempts again whose runner was gone before it could be told of them; one that was leased anew meanwhile stays. */
export async function releaseAttempts(
  pool: pg.Pool,
  leased: readonly Pick<LeasedAttempt, 'id' | 'attempt' | 'leasedAt'>[],
): Promise<void> {
  await pool.query(
    `WITH released AS (
       UPDATE "Rollout" AS rollout SET "leasedAt" = NULL, "runnerId" = NULL, "offeredAt" = now(),
         "deadlineAt" = now() + make_interval(secs => ${OWN_SECONDS} + ${OFFER_SECONDS})
       WHERE (id, attempt, "leasedAt") IN (SELECT * FROM unnest($1::text[], $2::int[], $4::timestamptz[])) AND status = 'running'
         AND outcome IS NULL AND "recalledAt" IS NULL AND "heardAt" IS NULL
       RETURNING "agentId"
     )
     SELECT pg_notify($3, "agentId") FROM (SELECT DISTINCT "agentId" FROM released) AS told`,
    [
      leased.map(({ id }) => id),
      leased.map(({ attempt }) => attempt),
      OFFER_CHANNEL,
      leased.map(({ leasedAt }) => leasedAt),
    ],
  );
}
