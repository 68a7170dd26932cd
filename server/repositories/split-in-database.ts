import { createHash } from 'node:crypto';
import type { SplitName } from '@/lib/domain/split';
import type { Prisma } from '@/server/db/generated/client';

/**
 * A split made where the examples are, in temporary tables of its transaction: units, their salted order, and what
 * each was given. It follows the definition in lib/evaluation/assign-split, but this process never holds more than one
 * batch, however many examples there are.
 */
type Tx = Prisma.TransactionClient;

/** `byGroup`: examples with one group key belong together too. `salt` decides the order of the units. */
export interface StagedSplit {
  readonly datasetId: string;
  readonly byGroup: boolean;
  readonly salt: string;
}

interface SourceSize {
  readonly source: string | null;
  readonly size: number;
}

/** How many examples there are from each source. */
export interface StagedSizes {
  readonly examples: readonly SourceSize[];
  /** By the source of the first example of each unit. */
  readonly units: readonly SourceSize[];
}

/** Examples with one content make a unit, numbered by its first position; groups join units until none changes. */
export async function stageUnits(tx: Tx, { datasetId, byGroup, salt }: StagedSplit): Promise<StagedSizes> {
  await tx.$executeRaw`SET LOCAL work_mem = '64MB'`;
  await tx.$executeRaw`CREATE TEMP TABLE split_member (id text, position int, hash text, "group" text, source text, unit int) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO split_member
    SELECT id, position, "contentHash", "groupKey", "sourceSplit", min(position) OVER (PARTITION BY "contentHash")
    FROM "Example" WHERE "datasetId" = ${datasetId}`;
  while (byGroup && (await joinUnits(tx)));
  await tx.$executeRaw`CREATE TEMP TABLE split_unit (unit int, source text, size int, salted text) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO split_unit
    SELECT unit, max(source) FILTER (WHERE position = unit), count(*)::int,
      encode(sha256(convert_to(${`${salt}\n`} || min(hash COLLATE "C"), 'UTF8')), 'hex')
    FROM split_member GROUP BY unit`;
  await tx.$executeRaw`CREATE TEMP TABLE split_choice (unit int, split text) ON COMMIT DROP`;
  await tx.$executeRaw`ANALYZE split_member, split_unit`;
  const examples = await tx.$queryRaw<SourceSize[]>`
    SELECT source, count(*)::int AS size FROM split_member GROUP BY source`;
  const units = await tx.$queryRaw<SourceSize[]>`
    SELECT source, sum(size)::int AS size FROM split_unit GROUP BY source`;
  return { examples, units };
}

/** One step over groups and one over contents; false once nothing moved. */
async function joinUnits(tx: Tx): Promise<boolean> {
  const moved = await tx.$executeRaw`
    UPDATE split_member AS member SET unit = lowest.unit
    FROM (SELECT "group", min(unit) AS unit FROM split_member WHERE "group" IS NOT NULL GROUP BY "group") AS lowest
    WHERE member."group" = lowest."group" AND member.unit > lowest.unit`;
  if (moved === 0) return false;
  await tx.$executeRaw`
    UPDATE split_member AS member SET unit = lowest.unit
    FROM (SELECT hash, min(unit) AS unit FROM split_member GROUP BY hash) AS lowest
    WHERE member.hash = lowest.hash AND member.unit > lowest.unit`;
  return true;
}

const UNITS_AT_ONCE = 5_000;

interface StagedUnit {
  readonly unit: number;
  readonly source: string | null;
  readonly size: number;
}

/** Every unit once, in salted order; what `choose` says is kept for each. */
export async function chooseForUnits(
  tx: Tx,
  choose: (unit: StagedUnit) => SplitName | undefined,
): Promise<void> {
  await tx.$executeRaw`DECLARE split_units NO SCROLL CURSOR FOR
    SELECT unit, source, size FROM split_unit ORDER BY salted COLLATE "C"`;
  for (;;) {
    const units = await tx.$queryRawUnsafe<StagedUnit[]>(`FETCH ${UNITS_AT_ONCE} FROM split_units`);
    if (units.length === 0) break;
    const chosen = units.flatMap((unit) => {
      const split = choose(unit);
      return split === undefined ? [] : [{ unit: unit.unit, split }];
    });
    await tx.$executeRaw`
      INSERT INTO split_choice SELECT * FROM unnest(
        ${chosen.map(({ unit }) => unit)}::int[], ${chosen.map(({ split }) => split)}::text[])`;
  }
  await tx.$executeRaw`CLOSE split_units`;
  await tx.$executeRaw`ANALYZE split_choice`;
}

const PAIRS_AT_ONCE = 10_000;

/** sha256 over the sorted (split, content hash) pairs, as `splitHash` computes it in memory. */
export async function hashChosen(tx: Tx): Promise<string> {
  const hash = createHash('sha256');
  await tx.$executeRaw`DECLARE split_pairs NO SCROLL CURSOR FOR
    SELECT split || ' ' || hash AS pair FROM split_member JOIN split_choice USING (unit)
    ORDER BY split COLLATE "C", hash COLLATE "C"`;
  for (let before = ''; ; before = '\n') {
    const rows = await tx.$queryRawUnsafe<{ pair: string }[]>(`FETCH ${PAIRS_AT_ONCE} FROM split_pairs`);
    if (rows.length === 0) break;
    hash.update(before + rows.map(({ pair }) => pair).join('\n'));
  }
  await tx.$executeRaw`CLOSE split_pairs`;
  return hash.digest('hex');
}

/** Saves the chosen examples as assignments of an existing registration. */
export async function saveChosen(
  tx: Tx,
  { registrationId, datasetId }: { readonly registrationId: string; readonly datasetId: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "SplitAssignment" ("registrationId", "datasetId", "exampleId", split)
    SELECT ${registrationId}, ${datasetId}, id, split::"Split" FROM split_member JOIN split_choice USING (unit)`;
}
