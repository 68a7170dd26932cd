import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * The examples of a large import while it is read: in temporary tables of its own connection, so that nothing is left
 * of an import whose connection ends. Duplicates, ids and labels are compared there, since a million of them would not
 * fit beside a file that is read in a bounded memory. Speaks SQL itself: an object mapper would send rows one by one.
 */
export interface StagedExample {
  readonly id: string;
  readonly question: string;
  readonly context: string;
  readonly expected: string;
  readonly groupKey: string | null;
  readonly sourceSplit: string;
  readonly contentHash: string;
  /** Hash of the content as its file has it, which identifies duplicates; `contentHash` unless text was redacted. */
  readonly sourceHash: string;
  readonly place: { readonly file: number; readonly line: number | null; readonly row: number };
}

const TABLES = `
SET client_connection_check_interval = '2s';
SET work_mem = '64MB';
CREATE TEMP TABLE staged (
  n int, file int, line int, record int, id text, hash text, source_hash text, label uuid, is_blank boolean,
  group_key text, source text
);
CREATE TEMP TABLE staged_text (n int, question text, context text, expected text)`;

export async function openStage(client: pg.Client): Promise<void> {
  await client.query(TABLES);
}

const STAGE = `INSERT INTO staged SELECT * FROM unnest(
  $1::int[], $2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::boolean[],
  $10::text[], $11::text[])`;
const STAGE_TEXT = `INSERT INTO staged_text SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[])`;

/** `from`: the number of the first of them. */
export async function stageExamples(
  client: pg.Client,
  from: number,
  examples: readonly StagedExample[],
): Promise<void> {
  const numbers = examples.map((_, index) => from + index);
  const column = <T>(of: (example: StagedExample) => T) => examples.map(of);
  await client.query(STAGE, [
    numbers,
    column(({ place }) => place.file),
    column(({ place }) => place.line),
    column(({ place }) => place.row),
    column(({ id }) => id),
    column(({ contentHash }) => contentHash),
    column(({ sourceHash }) => sourceHash),
    column(labelKey),
    column(({ expected }) => expected.trim() === ''),
    column(({ groupKey }) => groupKey),
    column(({ sourceSplit }) => sourceSplit),
  ]);
  await client.query(STAGE_TEXT, [
    numbers,
    column(({ question }) => question),
    column(({ context }) => context),
    column(({ expected }) => expected),
  ]);
}

/** The same for two examples that ask the same; a digest is enough to tell them apart. */
function labelKey({ question, context }: StagedExample): string {
  return createHash('md5')
    .update(JSON.stringify([question, context]))
    .digest('hex');
}

/** Keeps the first of equal examples, and the first with an id; gives each kept example its position. */
const PLACE = `
CREATE TEMP TABLE ranked AS
WITH firsts AS (SELECT n, id, first_value(n) OVER (PARTITION BY source_hash ORDER BY n) AS first FROM staged)
SELECT n, first,
  CASE WHEN n = first THEN first_value(n) OVER (PARTITION BY id, n = first ORDER BY n) ELSE n END AS holder
FROM firsts;
CREATE TEMP TABLE kept AS
SELECT n, (row_number() OVER (ORDER BY n))::int - 1 AS position FROM ranked WHERE n = first AND n = holder ORDER BY n;
CREATE INDEX ON staged (n);
CREATE INDEX ON staged_text (n);
CREATE UNIQUE INDEX ON kept (position);
ANALYZE staged; ANALYZE staged_text; ANALYZE kept`;

/** Where a record is: the file's number, and its line or row. */
export interface StagedPlace {
  readonly file: number;
  readonly line: number | null;
  readonly row: number;
}

export interface PlacedExamples {
  readonly kept: number;
  readonly duplicateCount: number;
  readonly duplicates: readonly { readonly at: StagedPlace; readonly first: StagedPlace }[];
  readonly clashCount: number;
  readonly clashes: readonly {
    readonly id: string;
    readonly at: StagedPlace;
    readonly holder: StagedPlace;
  }[];
}

const placeJson = (row: string) =>
  `json_build_object('file', ${row}.file, 'line', ${row}.line, 'row', ${row}.record)`;

export async function placeExamples(client: pg.Client, shown: number): Promise<PlacedExamples> {
  await client.query(PLACE);
  const { rows: counts } = await client.query<{ kept: number; duplicates: number; clashes: number }>(`
    SELECT (SELECT count(*)::int FROM kept) AS kept,
      (count(*) FILTER (WHERE n <> first))::int AS duplicates,
      (count(*) FILTER (WHERE n = first AND n <> holder))::int AS clashes
    FROM ranked`);
  const { rows: duplicates } = await client.query<{ at: StagedPlace; first: StagedPlace }>(
    `SELECT ${placeJson('one')} AS at, ${placeJson('other')} AS first
     FROM ranked JOIN staged AS one ON one.n = ranked.n JOIN staged AS other ON other.n = ranked.first
     WHERE ranked.n <> ranked.first ORDER BY ranked.n LIMIT $1`,
    [shown],
  );
  const { rows: clashes } = await client.query<{ id: string; at: StagedPlace; holder: StagedPlace }>(
    `SELECT one.id, ${placeJson('one')} AS at, ${placeJson('other')} AS holder
     FROM ranked JOIN staged AS one ON one.n = ranked.n JOIN staged AS other ON other.n = ranked.holder
     WHERE ranked.n = ranked.first AND ranked.n <> ranked.holder ORDER BY ranked.n LIMIT $1`,
    [shown],
  );
  const [found = { kept: 0, duplicates: 0, clashes: 0 }] = counts;
  return {
    ...{ kept: found.kept, duplicates, clashes },
    ...{ duplicateCount: found.duplicates, clashCount: found.clashes },
  };
}
