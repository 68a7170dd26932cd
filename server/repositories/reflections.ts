import { db } from '@/server/db/client';

/** Reflections of a run by their places, with the rollout that each was made of. */
export interface PlacedReflection {
  readonly exampleId: string;
  readonly text: string;
  readonly insights: readonly string[];
  /** The rollout's number in the ledger. */
  readonly rolloutSeq: number | null;
}

/** By `iteration/ordinal`; places that the ledger does not hold are left out. */
export async function reflectionsAt(
  runId: string,
  places: readonly { readonly iteration: number; readonly ordinal: number }[],
): Promise<ReadonlyMap<string, PlacedReflection>> {
  const wanted = [...new Set(places.map(({ iteration, ordinal }) => `${iteration}/${ordinal}`))];
  if (wanted.length === 0) return new Map();
  const rows = await db().$queryRaw<(PlacedReflection & { place: string })[]>`
    SELECT wanted.place, reflection.data->>'exampleId' AS "exampleId", reflection.data->>'text' AS text,
      reflection.data->'insights' AS insights, rollout.seq AS "rolloutSeq"
    FROM unnest(${wanted}::text[]) AS wanted(place)
    JOIN "LedgerEntry" AS reflection
      ON reflection."runId" = ${runId} AND reflection.key = 'reflection.finished/' || wanted.place
    LEFT JOIN "LedgerEntry" AS rollout
      ON rollout."runId" = ${runId} AND rollout.key = 'rollout.finished/' || replace(wanted.place, '/', '/train/')`;
  return new Map(rows.map(({ place, ...row }) => [place, row]));
}

/** Ordinals of the reflections that came too late for these iterations, in their order. */
export async function lateReflections(
  runId: string,
  iterations: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (iterations.length === 0) return new Map();
  const keys = iterations.map((iteration) => `iteration.closed/${iteration}`);
  const rows = await db().$queryRaw<{ iteration: number; late: readonly number[] | null }[]>`
    SELECT (data->>'iteration')::int AS iteration, data->'late' AS late FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND key = ANY(${keys})`;
  return new Map(rows.map(({ iteration, late }) => [iteration, late ?? []]));
}
