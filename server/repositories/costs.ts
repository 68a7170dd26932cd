import type { CostRow } from '@/lib/domain/cost-row';
import type { RolloutRow } from '@/lib/domain/rollout-row';
import { db } from '@/server/db/client';
import { type AcceptedPrompt, type JournalCall, Prisma } from '@/server/db/generated/client';
import { ledgerPool } from '@/server/ledger/pool';

/** Iteration number of calls for the original prompt. */
const FIRST = -1;

/**
 * What a run's calls come to, row by row of the one table that every number of money is made of. A page, a report, a
 * headline and a file add up its rows and read nothing else, so that they cannot disagree. The database keeps the rows itself,
 * with each change of the journal; ./recounted-costs counts the calls anew. `since` leaves out earlier iterations.
 */
export async function readCostRows(runId: string, since = FIRST): Promise<readonly CostRow[]> {
  // Thousands of rows: past the object mapper, which takes ten times as long to read them as to have them answered.
  const { rows } = await ledgerPool().query<StoredCostRow>(
    `SELECT iteration, role, model, purpose, calls, unanswered, failures, refused, cached,
      "possiblyPaidTwice", "tokensIn"::float8, "tokensOut"::float8, "tokensCached"::float8, "costNano"::float8,
      "spendNano"::float8, "twiceNano"::float8, unpriced, "gpuSeconds"::float8, "gpuUnmeasured",
      causes
    FROM "CallTotal" WHERE "runId" = $1 AND calls > 0 AND iteration >= $2
    ORDER BY iteration, role, model, purpose`,
    [runId, since],
  );
  return rows as CostRow[];
}

/**
 * The same rows, added up over each stretch of iterations that ends with one of `ends` (ascending) and over what comes
 * after the last of them, so that a run of any length takes a few hundred. What they come to until an end is exact; a
 * row's iteration is the last of its stretch that has any. Dollars and accelerator time are added before they become
 * doubles.
 */
export async function readCostStretches(runId: string, ends: readonly number[]): Promise<readonly CostRow[]> {
  const { rows } = await ledgerPool().query<StoredCostRow>(
    `SELECT max(iteration) AS iteration, role, model, purpose, sum(calls)::float8 AS calls,
      sum(unanswered)::float8 AS unanswered, sum(failures)::float8 AS failures, sum(refused)::float8 AS refused,
      sum(cached)::float8 AS cached,
      sum("possiblyPaidTwice")::float8 AS "possiblyPaidTwice", sum("tokensIn")::float8 AS "tokensIn",
      sum("tokensOut")::float8 AS "tokensOut", sum("tokensCached")::float8 AS "tokensCached",
      sum("costNano")::float8 AS "costNano", sum("spendNano")::float8 AS "spendNano",
      sum("twiceNano")::float8 AS "twiceNano",
      sum(unpriced)::float8 AS unpriced, sum("gpuSeconds")::float8 AS "gpuSeconds",
      sum("gpuUnmeasured")::float8 AS "gpuUnmeasured", waggle_sum_counts(causes) AS causes
    FROM "CallTotal" WHERE "runId" = $1 AND calls > 0
    GROUP BY width_bucket(iteration - 1, $2::int[]), role, model, purpose
    ORDER BY width_bucket(iteration - 1, $2::int[]), role, model, purpose`,
    [runId, ends],
  );
  return rows as CostRow[];
}

/** The rows of the newest iterations that asked anything, and how many such iterations there are. */
export async function readNewestCostRows(
  runId: string,
  iterationsMax: number,
): Promise<{ readonly iterations: number; readonly rows: readonly CostRow[] }> {
  const { rows: found } = await ledgerPool().query<{ iterations: number; since: number | null }>(
    `SELECT count(*)::int AS iterations, min(iteration) FILTER (WHERE place <= $2) AS since
    FROM (SELECT iteration, row_number() OVER (ORDER BY iteration DESC) AS place
      FROM (SELECT DISTINCT iteration FROM "CallTotal" WHERE "runId" = $1 AND calls > 0) AS asked) AS placed`,
    [runId, iterationsMax],
  );
  const { iterations = 0, since = null } = found[0] ?? {};
  return { iterations, rows: since === null ? [] : await readCostRows(runId, since) };
}

/** Role and purpose as the database has them: texts. */
export interface StoredCostRow extends Omit<CostRow, 'role' | 'purpose'> {
  readonly role: string;
  readonly purpose: string;
}

/**
 * What the run pinned of its models, read out of its manifest once. A judge's seat may be taken by the proposer or a
 * proxy, which only the model's name tells; the role's own model goes first where two have one name.
 */
export const pinnedOf = (runId: string) => Prisma.sql`pinned AS MATERIALIZED (
  SELECT key, value->>'model' AS model, (value->>'acceleratorsPerCall')::float8 AS accelerators,
    (value->>'callTimeoutMs')::float8 AS "timeoutMs"
  FROM (
    SELECT key, value FROM "Run", jsonb_each(manifest->'models') WHERE id = ${runId}
    UNION ALL SELECT 'proxy', manifest->'judging'->'proxy' FROM "Run" WHERE id = ${runId}
  ) AS bindings)`;

export const BINDING = Prisma.sql`LEFT JOIN LATERAL (
  SELECT accelerators, "timeoutMs" FROM pinned
  WHERE pinned.model = call.model AND (pinned.key = call.role OR call.role = 'evaluator')
  ORDER BY pinned.key = call.role DESC LIMIT 1
) AS binding ON true`;

/** As the caps count it (lib/engine/calls/pricing). */
export const GPU_SECONDS = Prisma.sql`(CASE
  WHEN call.purpose = 'environment' OR call.model = 'the candidate itself' THEN 0
  ELSE binding.accelerators * least(call."delayMs", coalesce(binding."timeoutMs", 0)) / 1000 END)`;

/** Records written when each prompt became the best on held-out. */
export function findAcceptedPrompts(runId: string): Promise<AcceptedPrompt[]> {
  return db().acceptedPrompt.findMany({ where: { runId }, orderBy: { iteration: 'asc' } });
}

/**
 * Rollouts behind a ledger number, in its order, each with the accelerator time of the calls that answered it. The calls
 * of a page are looked up by their keys at once: joined a rollout at a time, the planner reads all calls of the run.
 */
export function readRolloutRows(runId: string, after: number, limit: number): Promise<RolloutRow[]> {
  return db().$queryRaw<RolloutRow[]>(Prisma.sql`
    WITH ${pinnedOf(runId)}, page AS MATERIALIZED (
      SELECT seq, data, measured, at FROM "LedgerEntry"
      WHERE "runId" = ${runId} AND type = 'rollout.finished' AND seq > ${after}
      ORDER BY seq LIMIT ${limit}
    ), asked AS MATERIALIZED (
      SELECT page.seq, call.key FROM page, jsonb_array_elements_text(page.data->'callKeys') AS call(key)
    ), called AS MATERIALIZED (
      SELECT call.key, ${GPU_SECONDS} AS gpu FROM "JournalCall" AS call ${BINDING}
      WHERE call."runId" = ${runId} AND call.key = ANY(ARRAY(SELECT key FROM asked))
    ), calls AS MATERIALIZED (
      SELECT asked.seq, sum(called.gpu)::float8 AS gpu, count(*) FILTER (WHERE called.gpu IS NULL)::int AS unmeasured
      FROM asked JOIN called ON called.key = asked.key GROUP BY asked.seq
    )
    SELECT page.seq, (data->>'iteration')::int AS iteration, (data->>'ordinal')::int AS ordinal,
      data->>'split' AS split, data->>'exampleId' AS "exampleId", data->>'candidateHash' AS "candidateHash",
      (data->>'score')::float8 AS score, data->'cause'->>'code' AS cause,
      (data->>'tokensIn')::int AS "tokensIn", (data->>'tokensOut')::int AS "tokensOut",
      (data->>'costUsd')::float8 AS "costUsd", (measured->>'delayMs')::float8 AS "delayMs",
      CASE WHEN calls.unmeasured > 0 THEN NULL ELSE calls.gpu END AS "gpuSeconds",
      to_char(page.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM page LEFT JOIN calls ON calls.seq = page.seq
    ORDER BY page.seq`);
}

/** The ledger of calls itself, in the order of its key. */
export function readCallRows(runId: string, after: string, limit: number): Promise<JournalCall[]> {
  return db().journalCall.findMany({
    where: { runId, key: { gt: after } },
    orderBy: { key: 'asc' },
    take: limit,
  });
}
