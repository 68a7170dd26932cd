import type { CostRow } from '@/lib/domain/cost-row';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { BINDING, GPU_SECONDS, pinnedOf, type StoredCostRow } from '@/server/repositories/costs';

/**
 * What a run's calls come to, counted anew from each of them: what the kept rows must be equal to. Slow on a long run,
 * so that books and tests ask for it, and no page.
 *
 * Dollars become whole nanodollars in the database, where a sum of plain doubles would depend on the order of the rows.
 */
export async function recountCostRows(runId: string): Promise<readonly CostRow[]> {
  const rows = await db().$queryRaw<StoredCostRow[]>(Prisma.sql`
    WITH ${pinnedOf(runId)}
    SELECT call.iteration, call.role, call.model, call.purpose, count(*)::int AS calls,
      count(*) FILTER (WHERE call."answeredAt" IS NULL)::int AS unanswered,
      count(*) FILTER (WHERE waggle_failed(call.outcome, call.unusable))::int AS failures,
      count(*) FILTER (WHERE ${REFUSED})::int AS refused,
      count(*) FILTER (WHERE call.cached)::int AS cached,
      count(*) FILTER (WHERE call.dispatches > 1)::int AS "possiblyPaidTwice",
      sum(call."tokensIn")::float8 AS "tokensIn",
      sum(call."tokensOut")::float8 AS "tokensOut",
      sum(call."tokensCached")::float8 AS "tokensCached",
      coalesce(sum(${nano(Prisma.sql`call."costUsd"`)}), 0)::float8 AS "costNano",
      coalesce(sum(${nano(Prisma.sql`call."spendUsd"`)}), 0)::float8 AS "spendNano",
      coalesce(sum((call.dispatches - 1) * ${nano(Prisma.sql`call."reservedUsd"`)})
        FILTER (WHERE call.dispatches > 1), 0)::float8 AS "twiceNano",
      count(*) FILTER (WHERE call."answeredAt" IS NOT NULL AND call."costUsd" IS NULL AND NOT ${REFUSED})::int
        AS unpriced,
      coalesce(sum(${GPU_SECONDS}), 0)::float8 AS "gpuSeconds",
      count(*) FILTER (WHERE call."answeredAt" IS NOT NULL AND NOT ${REFUSED} AND ${GPU_SECONDS} IS NULL)::int
        AS "gpuUnmeasured",
      waggle_sum_counts(jsonb_build_object(${CAUSE}, 1)) FILTER (WHERE ${CAUSE} IS NOT NULL) AS causes
    FROM "JournalCall" AS call ${BINDING}
    WHERE call."runId" = ${runId}
    GROUP BY call.iteration, call.role, call.model, call.purpose
    ORDER BY call.iteration, call.role, call.model, call.purpose`);
  return rows as CostRow[];
}

/** A cap or the deadline kept it from being sent: it was answered without an attempt, and by no other run. */
const REFUSED = Prisma.sql`(call."answeredAt" IS NOT NULL AND call.attempts = 0 AND NOT call.cached)`;

const CAUSE = Prisma.sql`waggle_cause(call.outcome, call.unusable)`;

const nano = (usd: Prisma.Sql) => Prisma.sql`round((${usd})::numeric * 1000000000)`;
