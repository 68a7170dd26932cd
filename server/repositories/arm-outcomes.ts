import type { ArmLatencies, CallerSums } from '@/lib/domain/caller-sums';
import type { AnswerOutcome } from '@/lib/domain/canary-pair';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Outcomes of a live step, by arm, written in batches. The caller holds the canary's row. Decides no verdict. */
type Tx = Prisma.TransactionClient;

export interface ArmOutcomeGiven extends AnswerOutcome {
  readonly key: string;
  readonly variant: 'challenger' | 'control';
  /** The same for the same targeting key. */
  readonly cluster: string | null;
  readonly at: Date;
  /** Guardrail scores of this answer. */
  readonly custom: Readonly<Record<string, number>> | null;
}

export interface ArmWrite {
  readonly canaryId: string;
  readonly step: number;
}

/**
 * Outcomes of a live step; the ones that are there already stay. Without a moment of counting they came after the step
 * went on, and stand beside it. Returns the keys that are new.
 */
export async function addArmOutcomes(
  { canaryId, step }: ArmWrite,
  outcomes: readonly ArmOutcomeGiven[],
  countedAt: Date | null,
  tx: Tx,
): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO "ArmOutcome"
      ("canaryId", step, "exposureId", variant, cluster, at, score, "latencyMs", "costUsd", failure, custom, "countedAt")
    SELECT ${canaryId}::text, ${step}::int, g.key, g.variant, g.cluster, g.at, g.score, g."latencyMs", g."costUsd", g.failure, g.custom,
      ${countedAt}::timestamptz
    FROM json_to_recordset(${JSON.stringify(outcomes)}::json) AS g(key text, variant text, cluster text, at timestamptz, score float8,
      "latencyMs" float8, "costUsd" float8, failure text, custom jsonb)
    ON CONFLICT DO NOTHING RETURNING "exposureId" AS key`;
  return new Set(rows.map(({ key }) => key));
}

/** Stored outcomes with these keys. */
export async function findArmOutcomes({ canaryId, step }: ArmWrite, keys: readonly string[], tx: Tx) {
  const rows = await tx.armOutcome.findMany({
    where: { canaryId, step, exposureId: { in: [...keys] } },
    select: { exposureId: true, score: true, latencyMs: true, costUsd: true, failure: true },
  });
  return new Map(rows.map(({ exposureId, ...outcome }) => [exposureId, outcome]));
}

/** Sums that each caller of a step had before these outcomes, by variant and caller as `callerKey` names them. */
export async function sumCallers(
  { canaryId, step }: ArmWrite,
  outcomes: readonly Pick<ArmOutcomeGiven, 'key' | 'cluster' | 'custom'>[],
  tx: Tx,
): Promise<ReadonlyMap<string, CallerSums>> {
  const clusters = [...new Set(outcomes.flatMap(({ cluster }) => cluster ?? []))];
  const keys = outcomes.map(({ key }) => key);
  const rows = await tx.$queryRaw<(CallerSums & { variant: 'challenger' | 'control'; cluster: string })[]>`
    SELECT variant, cluster, count(*)::int AS n, sum(COALESCE(score, 0))::float8 AS score,
      count(failure)::int AS failures, count("costUsd")::int AS priced, COALESCE(sum("costUsd"), 0)::float8 AS "costUsd"
    FROM "ArmOutcome"
    WHERE "canaryId" = ${canaryId} AND step = ${step} AND variant IN ('challenger', 'control')
      AND cluster = ANY(${clusters}) AND "exposureId" <> ALL(${keys})
    GROUP BY variant, cluster`;
  const custom = outcomes.some((outcome) => outcome.custom !== null)
    ? await sumCustom({ canaryId, step }, { clusters, keys }, tx)
    : new Map();
  return new Map(
    rows.map(({ variant, cluster, ...sums }) => {
      const name = callerKey({ variant, cluster, key: '' });
      return [name, { ...sums, custom: custom.get(name) ?? {} }];
    }),
  );
}

/** Guardrail scores of these callers by caller and name, without these outcomes. */
async function sumCustom(
  { canaryId, step }: ArmWrite,
  { clusters, keys }: { readonly clusters: readonly string[]; readonly keys: readonly string[] },
  tx: Tx,
): Promise<ReadonlyMap<string, NonNullable<CallerSums['custom']>>> {
  const rows = await tx.$queryRaw<
    { variant: 'challenger' | 'control'; cluster: string; name: string; n: number; sum: number }[]
  >`
    SELECT variant, cluster, score.key AS name, count(*)::int AS n, sum(score.value::text::float8)::float8 AS sum
    FROM "ArmOutcome", jsonb_each(custom) AS score
    WHERE "canaryId" = ${canaryId} AND step = ${step} AND variant IN ('challenger', 'control')
      AND cluster = ANY(${[...clusters]}) AND "exposureId" <> ALL(${[...keys]})
    GROUP BY variant, cluster, score.key`;
  const sums = new Map<string, NonNullable<CallerSums['custom']>>();
  for (const { variant, cluster, name, n, sum } of rows) {
    const caller = callerKey({ variant, cluster, key: '' });
    sums.set(caller, { ...sums.get(caller), [name]: { n, sum } });
  }
  return sums;
}

const LATENCIES_MAX = 50_000;

/** First reported latency of each caller of a step, the oldest callers first. */
export async function readArmLatencies({ canaryId, step }: ArmWrite, tx: Tx): Promise<ArmLatencies> {
  const rows = await tx.$queryRaw<{ variant: string; latencies: number[] }[]>`
    SELECT variant, array_agg("latencyMs") AS latencies FROM (
      SELECT variant, "latencyMs", row_number() OVER (PARTITION BY variant ORDER BY "countedAt", caller) AS place FROM (
        SELECT DISTINCT ON (variant, COALESCE(cluster, "exposureId"))
          variant, "latencyMs", "countedAt", COALESCE(cluster, "exposureId") AS caller
        FROM "ArmOutcome"
        WHERE "canaryId" = ${canaryId} AND step = ${step} AND "latencyMs" IS NOT NULL AND "countedAt" IS NOT NULL
        ORDER BY variant, COALESCE(cluster, "exposureId"), "countedAt", "exposureId"
      ) AS first
    ) AS placed WHERE place <= ${LATENCIES_MAX} GROUP BY variant`;
  const of = (name: string) => rows.find(({ variant }) => variant === name)?.latencies ?? [];
  return { control: of('control'), challenger: of('challenger') };
}

export interface LateOutcomes {
  readonly step: number;
  readonly variant: 'challenger' | 'control';
  readonly outcomes: number;
  readonly score: number;
}

/** Outcomes that arrived after the canary had left their step, by step and arm. */
export function findLateOutcomes(canaryId: string): Promise<LateOutcomes[]> {
  return db().$queryRaw<LateOutcomes[]>`
    SELECT step, variant, count(*)::int AS outcomes, avg(COALESCE(score, 0))::float8 AS score
    FROM "ArmOutcome" WHERE "canaryId" = ${canaryId} AND "countedAt" IS NULL
    GROUP BY step, variant ORDER BY step, variant`;
}

/** Who is not named is a caller of their own with each request. */
export function callerKey({
  variant,
  cluster,
  key,
}: Pick<ArmOutcomeGiven, 'variant' | 'cluster' | 'key'>): string {
  return cluster === null ? `${variant} alone ${key}` : `${variant} ${cluster}`;
}
