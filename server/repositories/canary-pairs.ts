import type { AnswerOutcome, CustomScores, PairState, Side } from '@/lib/domain/canary-pair';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { arrayLiteral, type Element } from './array-literal';

/**
 * Pairs of a stage, written in batches: one statement per batch of any size. The caller that writes outcomes holds the
 * canary's row, so rows read here stay unchanged until they are written. Decides no verdict.
 */
type Tx = Prisma.TransactionClient;

export interface StageOf {
  readonly canaryId: string;
  /** shadow or watch */
  readonly stage: string;
}

export interface ExposedPair {
  readonly key: string;
  readonly cluster: string | null;
}

const QUIET_MS = 30_000;

/**
 * Requests that came and the pairs that they are; those that are there already stay as they are. That a request came is
 * noted every few seconds at most, which is near enough for an hour's lull. One statement, so that both hold or none.
 */
export async function exposePairs(
  { canaryId, stage }: StageOf,
  pairs: readonly ExposedPair[],
  at: Date,
): Promise<void> {
  const before = new Date(at.getTime() - QUIET_MS);
  // In one order for all, so that two batches with the same requests wait for each other and never in a ring.
  const ordered = pairs.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await db().$executeRaw`
    WITH noted AS (
      UPDATE "Canary" SET "lastTrafficAt" = ${at}
      WHERE id = ${canaryId} AND ("lastTrafficAt" IS NULL OR "lastTrafficAt" < ${before}
        OR "lastTrafficAt" = "stageStartedAt" AND "lastTrafficAt" < ${at})
    )
    INSERT INTO "CanaryPair" ("canaryId", stage, "exposureId", cluster, at)
    SELECT ${canaryId}::text, ${stage}::text, given.key, given.cluster, ${at}::timestamptz
    FROM unnest(${arrayLiteral(ordered.map(({ key }) => key))}::text[],
      ${arrayLiteral(ordered.map(({ cluster }) => cluster))}::text[]) AS given(key, cluster)
    ON CONFLICT DO NOTHING`;
}

export interface KeptPair extends PairState {
  readonly key: string;
  readonly cluster: string | null;
}

interface PairColumns {
  readonly key: string;
  readonly cluster: string | null;
  readonly settled: boolean;
  readonly i: readonly [number | null, number | null, number | null, string | null];
  readonly c: readonly [number | null, number | null, number | null, string | null];
}

/** Pairs with these keys that have a cluster or an outcome, not just an exposure. */
export async function findTouchedPairs(
  { canaryId, stage }: StageOf,
  keys: readonly string[],
  tx: Tx,
): Promise<ReadonlyMap<string, KeptPair>> {
  const rows = await tx.$queryRaw<PairColumns[]>`
    SELECT "exposureId" AS key, cluster, "countedAt" IS NOT NULL AS settled,
      json_build_array("incumbentScore", "incumbentLatencyMs", "incumbentCostUsd", "incumbentFailure") AS i,
      json_build_array("challengerScore", "challengerLatencyMs", "challengerCostUsd", "challengerFailure") AS c
    FROM "CanaryPair"
    WHERE "canaryId" = ${canaryId} AND stage = ${stage} AND "exposureId" = ANY(${arrayLiteral(keys)}::text[])
      AND (cluster IS NOT NULL OR "countedAt" IS NOT NULL OR "incumbentScore" IS NOT NULL
        OR "challengerScore" IS NOT NULL OR "incumbentFailure" IS NOT NULL OR "challengerFailure" IS NOT NULL)`;
  return new Map(rows.map((row) => [row.key, keptPair(row)]));
}

/** Pairs whose time for outcomes is over, oldest first; from the index of what is not counted yet. */
export async function findDuePairs(
  { canaryId, stage }: StageOf,
  before: Date,
  limit: number,
  tx: Tx,
): Promise<readonly KeptPair[]> {
  const rows = await tx.$queryRaw<PairColumns[]>`
    SELECT "exposureId" AS key, cluster, false AS settled,
      json_build_array("incumbentScore", "incumbentLatencyMs", "incumbentCostUsd", "incumbentFailure") AS i,
      json_build_array("challengerScore", "challengerLatencyMs", "challengerCostUsd", "challengerFailure") AS c
    FROM "CanaryPair"
    WHERE "canaryId" = ${canaryId} AND stage = ${stage} AND "countedAt" IS NULL AND at < ${before}
    ORDER BY at LIMIT ${limit}`;
  return rows.map(keptPair);
}

function keptPair({ key, cluster, settled, i, c }: PairColumns): KeptPair {
  const answer = ([score, latencyMs, costUsd, failure]: PairColumns['i']) => ({
    score,
    latencyMs,
    costUsd,
    failure,
  });
  return { key, cluster, isSettled: settled, incumbent: answer(i), challenger: answer(c) };
}

export interface WrittenPair {
  readonly key: string;
  readonly at: Date;
  readonly pair: PairState;
  readonly custom: CustomScores | null;
}

/** Writes the new state of each pair; settled pairs get a timestamp and change no more. */
export async function writePairs(
  { canaryId, stage }: StageOf,
  pairs: readonly WrittenPair[],
  now: Date,
  tx: Tx,
): Promise<void> {
  const column = (read: (one: WrittenPair) => Element) => arrayLiteral(pairs.map(read));
  const side = (of: Side, what: keyof AnswerOutcome) => column(({ pair }) => pair[of][what]);
  await tx.$executeRaw`
    INSERT INTO "CanaryPair" AS kept ("canaryId", stage, "exposureId", at, "incumbentScore", "incumbentLatencyMs",
      "incumbentCostUsd", "incumbentFailure", "challengerScore", "challengerLatencyMs", "challengerCostUsd",
      "challengerFailure", custom, "countedAt")
    SELECT ${canaryId}::text, ${stage}::text, g.key, g.at, g.si, g.li, g.ui, g.fi, g.sc, g.lc, g.uc, g.fc, g.custom,
      CASE WHEN g.settled THEN ${now}::timestamptz END
    FROM unnest(${column(({ key }) => key)}::text[], ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${side('incumbent', 'score')}::float8[], ${side('incumbent', 'latencyMs')}::float8[],
      ${side('incumbent', 'costUsd')}::float8[], ${side('incumbent', 'failure')}::text[],
      ${side('challenger', 'score')}::float8[], ${side('challenger', 'latencyMs')}::float8[],
      ${side('challenger', 'costUsd')}::float8[], ${side('challenger', 'failure')}::text[],
      ${column(({ custom }) => custom && JSON.stringify(custom))}::jsonb[],
      ${column(({ pair }) => pair.isSettled)}::bool[])
      AS g(key, at, si, li, ui, fi, sc, lc, uc, fc, custom, settled)
    ON CONFLICT ("canaryId", stage, "exposureId") DO UPDATE SET
      "incumbentScore" = EXCLUDED."incumbentScore", "incumbentLatencyMs" = EXCLUDED."incumbentLatencyMs",
      "incumbentCostUsd" = EXCLUDED."incumbentCostUsd", "incumbentFailure" = EXCLUDED."incumbentFailure",
      "challengerScore" = EXCLUDED."challengerScore", "challengerLatencyMs" = EXCLUDED."challengerLatencyMs",
      "challengerCostUsd" = EXCLUDED."challengerCostUsd", "challengerFailure" = EXCLUDED."challengerFailure",
      custom = COALESCE(EXCLUDED.custom, kept.custom), "countedAt" = EXCLUDED."countedAt"
    WHERE kept."countedAt" IS NULL`;
}

/** Stamps pairs as counted, where nothing else of them changes: what is missing is lost. */
export async function stampPairs(
  { canaryId, stage }: StageOf,
  keys: readonly string[],
  now: Date,
  tx: Tx,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "CanaryPair" SET "countedAt" = ${now}
    WHERE "canaryId" = ${canaryId} AND stage = ${stage} AND "exposureId" = ANY(${[...keys]})`;
}

/** The exposure of the oldest pair that is not settled; null where none is open. */
export async function oldestOpenPair({ canaryId, stage }: StageOf, tx: Tx): Promise<Date | null> {
  const row = await tx.canaryPair.findFirst({
    where: { canaryId, stage, countedAt: null },
    orderBy: { at: 'asc' },
    select: { at: true },
  });
  return row?.at ?? null;
}

/** Sums of the differences of counted pairs by cluster, without these keys. */
export async function sumClusters(
  { canaryId, stage }: StageOf,
  clusters: readonly string[],
  without: readonly string[],
  tx: Tx,
): Promise<ReadonlyMap<string, { readonly n: number; readonly sum: number }>> {
  const rows = await tx.$queryRaw<{ cluster: string; n: number; sum: number }[]>`
    SELECT cluster, count(*)::int AS n,
      sum(COALESCE("challengerScore", 0) - COALESCE("incumbentScore", 0))::float8 AS sum
    FROM "CanaryPair"
    WHERE "canaryId" = ${canaryId} AND stage = ${stage} AND cluster = ANY(${[...clusters]})
      AND "countedAt" IS NOT NULL AND "exposureId" <> ALL(${[...without]})
    GROUP BY cluster`;
  return new Map(rows.map(({ cluster, n, sum }) => [cluster, { n, sum }]));
}

const LATENCIES_MAX = 50_000;

/** Latencies of pairs with both sides timed, newest first. */
export async function readLatencies(
  { canaryId, stage }: StageOf,
  tx: Tx = db(),
): Promise<Readonly<Record<`${Side}Ms`, readonly number[]>>> {
  const rows = await tx.$queryRaw<{ i: number; c: number }[]>`
    SELECT "incumbentLatencyMs" AS i, "challengerLatencyMs" AS c FROM "CanaryPair"
    WHERE "canaryId" = ${canaryId} AND stage = ${stage} AND "countedAt" IS NOT NULL
      AND "incumbentLatencyMs" IS NOT NULL AND "challengerLatencyMs" IS NOT NULL
    ORDER BY "countedAt" DESC LIMIT ${LATENCIES_MAX}`;
  return { incumbentMs: rows.map(({ i }) => i), challengerMs: rows.map(({ c }) => c) };
}

/** Median and 95th percentile of each side, over the newest pairs. */
export async function readLatencyQuantiles({ canaryId, stage }: StageOf): Promise<{
  readonly pairs: number;
  readonly incumbent: readonly number[] | null;
  readonly challenger: readonly number[] | null;
}> {
  const [row] = await db().$queryRaw<
    { pairs: number; incumbent: number[] | null; challenger: number[] | null }[]
  >`
    SELECT count(*)::int AS pairs,
      percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY i) AS incumbent,
      percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY c) AS challenger
    FROM (
      SELECT "incumbentLatencyMs" AS i, "challengerLatencyMs" AS c FROM "CanaryPair"
      WHERE "canaryId" = ${canaryId} AND stage = ${stage} AND "countedAt" IS NOT NULL
        AND "incumbentLatencyMs" IS NOT NULL AND "challengerLatencyMs" IS NOT NULL
      ORDER BY "countedAt" DESC LIMIT ${LATENCIES_MAX}
    ) AS newest`;
  return row ?? { pairs: 0, incumbent: null, challenger: null };
}
