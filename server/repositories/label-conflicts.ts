import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';

/** Questions of a data set that have more than one expected value, by the parts that a split put them into. */
export interface PartedConflicts {
  /** Labels of one question lie in different parts: what one part teaches the other counts as wrong. */
  readonly acrossParts: number;
  readonly withinPart: number;
}

type Tx = Prisma.TransactionClient;

/**
 * By registration; one without a conflict is missing. One pass over the texts of the data set, and none where its import
 * found no conflict.
 */
export async function countLabelConflicts(
  registrationIds: readonly string[],
  tx: Tx = db(),
): Promise<ReadonlyMap<string, PartedConflicts>> {
  if (registrationIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; acrossParts: number; withinPart: number }[]>`
    WITH datasets AS (
      SELECT DISTINCT dataset.id FROM "Dataset" AS dataset
      JOIN "SplitRegistration" AS split ON split."datasetId" = dataset.id
      WHERE split.id IN (${Prisma.join([...registrationIds])})
        AND coalesce((dataset."importReport" #>> '{labels,conflicts,count}')::int, 1) > 0
    ), torn AS (
      SELECT example."datasetId", array_agg(example.id) AS ids
      FROM "Example" AS example JOIN datasets ON datasets.id = example."datasetId"
      GROUP BY example."datasetId", md5(example.question), md5(example.context)
      HAVING count(DISTINCT example.expected) > 1
    ), parted AS (
      SELECT assignment."registrationId", torn.ids,
        count(*) AS members, count(DISTINCT assignment.split) AS parts
      FROM torn JOIN "SplitAssignment" AS assignment
        ON assignment."datasetId" = torn."datasetId" AND assignment."exampleId" = ANY (torn.ids)
      WHERE assignment."registrationId" IN (${Prisma.join([...registrationIds])})
      GROUP BY assignment."registrationId", torn.ids
    )
    SELECT "registrationId" AS id,
      (count(*) FILTER (WHERE parts > 1))::int AS "acrossParts",
      (count(*) FILTER (WHERE parts = 1 AND members > 1))::int AS "withinPart"
    FROM parted GROUP BY "registrationId"`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
