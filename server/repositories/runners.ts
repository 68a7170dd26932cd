import type pg from 'pg';
import { LEASE_SECONDS, type RunnerName } from '@/lib/domain/runner-documents';

/** Processes of users that lease rollouts, as they name themselves, and the agent that they work for. */
export interface RunnerAgent {
  readonly id: string;
  readonly name: string;
  /** One of its versions is of the kind `runner`: runs of that version go on after it has become another kind. */
  readonly isRunner: boolean;
}

export async function findRunnerAgent(
  pool: pg.Pool,
  workspaceId: string,
  name: string,
): Promise<RunnerAgent | null> {
  const { rows } = await pool.query<RunnerAgent>(
    `SELECT id, name, EXISTS (SELECT 1 FROM "AgentVersion" WHERE "agentId" = agent.id
       AND settings->>'kind' = 'runner') AS "isRunner"
     FROM "Agent" AS agent WHERE "workspaceId" = $1 AND name = $2`,
    [workspaceId, name],
  );
  return rows[0] ?? null;
}

export interface SeenRunner extends RunnerName {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly keyId: string | null;
}

/** Runners without news for a day are forgotten. */
const FORGOTTEN = `DELETE FROM "Runner" WHERE "agentId" = $1 AND "seenAt" < now() - interval '1 day'`;

export async function noteRunner(pool: pg.Pool, runner: SeenRunner): Promise<void> {
  const { agentId, id, workspaceId, name, host, client, keyId, capacity } = runner;
  const { rows } = await pool.query<{ isNew: boolean }>(
    `INSERT INTO "Runner" AS runner ("agentId", id, "workspaceId", name, host, client, "keyId", capacity)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT ("agentId", id) DO UPDATE SET name = $4, host = $5, client = $6, "keyId" = $7, capacity = $8,
       "seenAt" = now()
     RETURNING xmax = 0 AS "isNew"`,
    [agentId, id, workspaceId, name, host, client, keyId, capacity],
  );
  if (rows[0]?.isNew) await pool.query(FORGOTTEN, [agentId]);
}

export async function forgetRunner(
  pool: pg.Pool,
  { agentId, id }: { readonly agentId: string; readonly id: string },
): Promise<void> {
  await pool.query('DELETE FROM "Runner" WHERE "agentId" = $1 AND id = $2', [agentId, id]);
}

export interface RunnerRow {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly client: string;
  readonly capacity: number;
  readonly connectedAt: Date;
  /** Its last poll, or the last news of one of its rollouts. */
  readonly seenAt: Date;
  readonly inFlight: number;
  readonly isConnected: boolean;
}

export interface RunnersOfAgent {
  readonly runners: readonly RunnerRow[];
  /** Attempts that wait for a runner. */
  readonly waiting: number;
}

const LISTED_MAX = 200;

/** Connected ones first, then the latest seen. */
export async function listRunners(
  pool: pg.Pool,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<RunnersOfAgent> {
  const [listed, open] = await Promise.all([
    pool.query<RunnerRow>(
      `SELECT *, "seenAt" > now() - make_interval(secs => ${LEASE_SECONDS}) AS "isConnected" FROM (
         SELECT runner.id, runner.name, host, client, capacity, "connectedAt",
           greatest(runner."seenAt", max(rollout."heardAt"), max(rollout."leasedAt")) AS "seenAt",
           count(rollout.id)::int AS "inFlight"
         FROM "Runner" AS runner LEFT JOIN "Rollout" AS rollout ON rollout."agentId" = runner."agentId"
           AND rollout."runnerId" = runner.id AND rollout.status = 'running' AND rollout.outcome IS NULL
         WHERE runner."workspaceId" = $1 AND runner."agentId" = $2 GROUP BY runner."agentId", runner.id
       ) AS runner ORDER BY "seenAt" DESC, id LIMIT ${LISTED_MAX}`,
      [workspaceId, agentId],
    ),
    pool.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM "Rollout" WHERE "workspaceId" = $1 AND "agentId" = $2
         AND "offeredAt" IS NOT NULL AND status = 'running' AND "deadlineAt" > now()`,
      [workspaceId, agentId],
    ),
  ]);
  return { runners: listed.rows, waiting: open.rows[0]?.waiting ?? 0 };
}
