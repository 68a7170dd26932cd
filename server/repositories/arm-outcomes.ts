import type { CallerSums } from '@/lib/domain/caller-sums';
import type { AnswerOutcome } from '@/lib/domain/canary-pair';
import type { Prisma } from '@/server/db/generated/client';

/** Outcomes of a live step, by arm, written in batches. Whoever writes holds the canary's row. Knows no verdict. */
type Tx = Prisma.TransactionClient;

export interface ArmOutcomeGiven extends AnswerOutcome {
  readonly key: string;
  readonly variant: 'challenger' | 'control';
  /** The same for the same targeting key. */
  readonly cluster: string | null;
  readonly at: Date;
}

export interface ArmWrite {
  readonly canaryId: string;
  readonly step: number;
}

/** Outcomes of a live step; the ones that are there already stay. Returns the keys that are new. */
export async function addArmOutcomes(
  { canaryId, step }: ArmWrite,
  outcomes: readonly ArmOutcomeGiven[],
  now: Date,
  tx: Tx,
): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO "ArmOutcome"
      ("canaryId", step, "exposureId", variant, cluster, at, score, "latencyMs", "costUsd", failure, "countedAt")
    SELECT ${canaryId}::text, ${step}::int, g.key, g.variant, g.cluster, g.at, g.score, g."latencyMs", g."costUsd", g.failure, ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify(outcomes)}::json) AS g(key text, variant text, cluster text, at timestamptz, score float8,
      "latencyMs" float8, "costUsd" float8, failure text)
    ON CONFLICT DO NOTHING RETURNING "exposureId" AS key`;
  return new Set(rows.map(({ key }) => key));
}

/** Of these keys the outcomes that are kept. */
export async function findArmOutcomes({ canaryId, step }: ArmWrite, keys: readonly string[], tx: Tx) {
  const rows = await tx.armOutcome.findMany({
    where: { canaryId, step, exposureId: { in: [...keys] } },
    select: { exposureId: true, score: true, latencyMs: true, costUsd: true, failure: true },
  });
  return new Map(rows.map(({ exposureId, ...outcome }) => [exposureId, outcome]));
}

/** What callers of a step were counted with before these outcomes, by variant and caller as `callerKey` names them. */
export async function sumCallers(
  { canaryId, step }: ArmWrite,
  outcomes: readonly Pick<ArmOutcomeGiven, 'key' | 'cluster'>[],
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
  return new Map(
    rows.map(({ variant, cluster, ...sums }) => [callerKey({ variant, cluster, key: '' }), sums]),
  );
}

/** Who is not named is a caller of their own with each request. */
export function callerKey({
  variant,
  cluster,
  key,
}: Pick<ArmOutcomeGiven, 'variant' | 'cluster' | 'key'>): string {
  return cluster === null ? `${variant} alone ${key}` : `${variant} ${cluster}`;
}
