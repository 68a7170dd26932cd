import { db } from '@/server/db/client';
import { IS_PRICED } from './runs';

/** Counts by state and costs of the runs with one value of `practice`. */
export interface RunSums {
  readonly practice: boolean;
  readonly runs: number;
  readonly live: number;
  readonly finished: number;
  readonly failed: number;
  readonly unknownRuns: number;
  readonly spendUsd: number;
  readonly costUsd: number;
}

/** One pass over the workspace's runs; their manifests are read for prices only where something was asked. */
export function sumRuns(workspaceId: string): Promise<RunSums[]> {
  return db().$queryRaw<RunSums[]>`
    SELECT practice, count(*)::int AS runs,
      (count(*) FILTER (WHERE status IN ('queued', 'running', 'paused')))::int AS live,
      (count(*) FILTER (WHERE status = 'finished'))::int AS finished,
      (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
      (count(*) FILTER (WHERE NOT known))::int AS "unknownRuns",
      coalesce(sum("spendUsd") FILTER (WHERE known), 0)::float8 AS "spendUsd",
      coalesce(sum("costUsd") FILTER (WHERE known), 0)::float8 AS "costUsd"
    FROM (
      SELECT practice, status,
        coalesce((summary #>> '{spend,calls}')::int, 0) = 0 OR ${IS_PRICED} AS known,
        (summary #>> '{spend,spendUsd}')::float8 AS "spendUsd",
        (summary #>> '{spend,costUsd}')::float8 AS "costUsd"
      FROM "Run" WHERE "workspaceId" = ${workspaceId}
    ) AS money
    GROUP BY practice`;
}
