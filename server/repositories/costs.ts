import type { CostRow } from '@/lib/domain/cost-row';
import type { RolloutRow } from '@/lib/domain/rollout-row';
import { db } from '@/server/db/client';
import { type AcceptedPrompt, type JournalCall, Prisma } from '@/server/db/generated/client';

/**
 * The one statement over the journal that every number of money is made of. A page, a report, a headline and a file
 * add up its rows and read nothing else, so that they cannot disagree.
 *
 * Dollars become whole nanodollars in the database, where a sum of plain doubles would depend on the order of the rows.
 */
export async function readCostRows(runId: string): Promise<readonly CostRow[]> {
  const rows = await db().$queryRaw<Grouped[]>(Prisma.sql`
    WITH ${pinnedOf(runId)}
    SELECT call.iteration, call.role, call.model, call.purpose, count(*)::int AS calls,
      count(*) FILTER (WHERE call."answeredAt" IS NULL)::int AS unanswered,
      count(*) FILTER (WHERE (call.outcome->>'ok')::boolean IS FALSE)::int AS failures,
      count(*) FILTER (WHERE ${REFUSED})::int AS refused,
      count(*) FILTER (WHERE call.cached)::int AS cached,
      count(call.hedge)::int AS hedges,
      count(*) FILTER (WHERE call.hedge->>'winner' = 'second')::int AS "hedgesWon",
      count(*) FILTER (WHERE call.dispatches > 1)::int AS "possiblyPaidTwice",
      sum(call."tokensIn")::float8 AS "tokensIn",
      sum(call."tokensOut")::float8 AS "tokensOut",
      sum(call."tokensCached")::float8 AS "tokensCached",
      coalesce(sum(${nano(Prisma.sql`call."costUsd"`)}), 0)::float8 AS "costNano",
      coalesce(sum(${nano(Prisma.sql`call."spendUsd"`)}), 0)::float8 AS "spendNano",
      coalesce(sum(${nano(Prisma.sql`(call.hedge->>'usd')::float8`)}), 0)::float8 AS "hedgeNano",
      coalesce(sum((call.dispatches - 1) * ${nano(Prisma.sql`call."reservedUsd"`)})
        FILTER (WHERE call.dispatches > 1), 0)::float8 AS "twiceNano",
      count(*) FILTER (WHERE call."answeredAt" IS NOT NULL AND call."costUsd" IS NULL AND NOT ${REFUSED})::int
        AS unpriced,
      coalesce(sum(${GPU_SECONDS}), 0)::float8 AS "gpuSeconds",
      count(*) FILTER (WHERE call."answeredAt" IS NOT NULL AND NOT ${REFUSED} AND ${GPU_SECONDS} IS NULL)::int
        AS "gpuUnmeasured"
    FROM "JournalCall" AS call ${BINDING}
    WHERE call."runId" = ${runId}
    GROUP BY call.iteration, call.role, call.model, call.purpose
    ORDER BY call.iteration, call.role, call.model, call.purpose`);
  return rows as CostRow[];
}

interface Grouped extends Omit<CostRow, 'role' | 'purpose'> {
  readonly role: string;
  readonly purpose: string;
}

/** A cap or the deadline kept it from being sent: it was answered without an attempt, and by no other run. */
const REFUSED = Prisma.sql`(call."answeredAt" IS NOT NULL AND call.attempts = 0 AND NOT call.cached)`;

const nano = (usd: Prisma.Sql) => Prisma.sql`round((${usd})::numeric * 1000000000)`;

/**
 * What the run pinned of its models, read out of its manifest once. A judge's seat may be taken by the proposer or a
 * proxy, which only the model's name tells; the role's own model goes first where two have one name.
 */
const pinnedOf = (runId: string) => Prisma.sql`pinned AS MATERIALIZED (
  SELECT key, value->>'model' AS model, (value->>'acceleratorsPerCall')::float8 AS accelerators,
    (value->>'callTimeoutMs')::float8 AS "timeoutMs"
  FROM (
    SELECT key, value FROM "Run", jsonb_each(manifest->'models') WHERE id = ${runId}
    UNION ALL SELECT 'proxy', manifest->'judging'->'proxy' FROM "Run" WHERE id = ${runId}
  ) AS bindings)`;

const BINDING = Prisma.sql`LEFT JOIN LATERAL (
  SELECT accelerators, "timeoutMs" FROM pinned
  WHERE pinned.model = call.model AND (pinned.key = call.role OR call.role = 'evaluator')
  ORDER BY pinned.key = call.role DESC LIMIT 1
) AS binding ON true`;

/** As the caps count it (lib/engine/calls/pricing): the loser of a hedged race was busy as long as the winner. */
const GPU_SECONDS = Prisma.sql`(CASE
  WHEN call.purpose = 'environment' OR call.model = 'the candidate itself' THEN 0
  ELSE binding.accelerators * least(call."delayMs", coalesce(binding."timeoutMs", 0)) / 1000
    * CASE WHEN call.hedge IS NULL THEN 1 ELSE 2 END END)`;

/** What was written down when each prompt became the best on held-out. */
export function findAcceptedPrompts(runId: string): Promise<AcceptedPrompt[]> {
  return db().acceptedPrompt.findMany({ where: { runId }, orderBy: { iteration: 'asc' } });
}

/** Rollouts behind a ledger number, in its order, each with the accelerator time of the calls that answered it. */
export function readRolloutRows(runId: string, after: number, limit: number): Promise<RolloutRow[]> {
  return db().$queryRaw<RolloutRow[]>(Prisma.sql`
    WITH ${pinnedOf(runId)}
    SELECT entry.seq, (data->>'iteration')::int AS iteration, (data->>'ordinal')::int AS ordinal,
      data->>'split' AS split, data->>'exampleId' AS "exampleId", data->>'candidateHash' AS "candidateHash",
      (data->>'score')::float8 AS score, data->'cause'->>'code' AS cause,
      (data->>'tokensIn')::int AS "tokensIn", (data->>'tokensOut')::int AS "tokensOut",
      (data->>'costUsd')::float8 AS "costUsd", (measured->>'delayMs')::float8 AS "delayMs",
      CASE WHEN calls.unmeasured > 0 THEN NULL ELSE calls.gpu END AS "gpuSeconds",
      to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM "LedgerEntry" AS entry LEFT JOIN LATERAL (
      SELECT sum(${GPU_SECONDS})::float8 AS gpu, count(*) FILTER (WHERE ${GPU_SECONDS} IS NULL)::int AS unmeasured
      FROM jsonb_array_elements_text(entry.data->'callKeys') AS asked(key)
      JOIN "JournalCall" AS call ON call."runId" = entry."runId" AND call.key = asked.key ${BINDING}
    ) AS calls ON true
    WHERE entry."runId" = ${runId} AND entry.type = 'rollout.finished' AND entry.seq > ${after}
    ORDER BY entry.seq LIMIT ${limit}`);
}

/** The ledger of calls itself, in the order of its key. */
export function readCallRows(runId: string, after: string, limit: number): Promise<JournalCall[]> {
  return db().journalCall.findMany({
    where: { runId, key: { gt: after } },
    orderBy: { key: 'asc' },
    take: limit,
  });
}
