import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { StagedPlace } from './staged-examples';

/** From the staged examples of an import to a data set, within the one transaction that makes it. */
export interface LabelsFound {
  readonly blank: { readonly count: number; readonly first: readonly StagedPlace[] };
  readonly conflicts: {
    readonly count: number;
    readonly acrossSources: number;
    readonly first: readonly (readonly (StagedPlace & { readonly source: string })[])[];
  };
}

const PLACE = `json_build_object('file', file, 'line', line, 'row', record, 'source', source)`;

/** Blank expected values, and questions with more than one: what is kept differs, so the labels do. */
export async function findLabels(
  client: pg.Client,
  { shown, places }: { readonly shown: number; readonly places: number },
): Promise<LabelsFound> {
  const blank = await client.query<{ count: number; first: StagedPlace[] | null }>(
    `WITH blanks AS (SELECT staged.* FROM staged JOIN kept USING (n) WHERE is_blank)
     SELECT (SELECT count(*)::int FROM blanks) AS count,
       (SELECT json_agg(${PLACE} ORDER BY n) FROM (SELECT * FROM blanks ORDER BY n LIMIT $1) AS few) AS first`,
    [shown],
  );
  const torn = await client.query<{
    count: number;
    across: number;
    first: (StagedPlace & { source: string })[][] | null;
  }>(
    `WITH torn AS (
       SELECT label, min(n) AS first, count(DISTINCT source) AS sources
       FROM staged JOIN kept USING (n) GROUP BY label HAVING count(*) > 1
     ), few AS (SELECT label, first FROM torn ORDER BY first LIMIT $1)
     SELECT count(*)::int AS count, (count(*) FILTER (WHERE sources > 1))::int AS across,
       (SELECT json_agg(places ORDER BY first) FROM few, LATERAL (
          SELECT json_agg(${PLACE} ORDER BY n) AS places FROM (
            SELECT staged.* FROM staged JOIN kept USING (n) WHERE staged.label = few.label ORDER BY n LIMIT $2
          ) AS members
        ) AS listed) AS first
     FROM torn`,
    [shown, places],
  );
  const [conflicts] = torn.rows;
  return {
    blank: { count: blank.rows[0]?.count ?? 0, first: blank.rows[0]?.first ?? [] },
    conflicts: {
      count: conflicts?.count ?? 0,
      acrossSources: conflicts?.across ?? 0,
      first: conflicts?.first ?? [],
    },
  };
}

const HASHES_AT_ONCE = 20_000;

/** sha256 over the sorted content hashes, as a small import computes it. Needs a transaction. */
export async function stagedHash(client: pg.Client): Promise<string> {
  const hash = createHash('sha256');
  await client.query(
    `DECLARE hashes NO SCROLL CURSOR FOR SELECT hash FROM staged JOIN kept USING (n) ORDER BY hash COLLATE "C"`,
  );
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ hash: string }>(`FETCH ${HASHES_AT_ONCE} FROM hashes`);
    if (rows.length === 0) break;
    hash.update((isFirst ? '' : '\n') + rows.map((row) => row.hash).join('\n'));
  }
  await client.query('CLOSE hashes');
  return hash.digest('hex');
}

export interface StagedCounts {
  readonly sources: readonly { readonly source: string; readonly examples: number }[];
  readonly groups: number;
}

export async function countStaged(client: pg.Client, sourcesMax: number): Promise<StagedCounts> {
  const sources = await client.query<{ source: string; examples: number }>(
    `SELECT source, count(*)::int AS examples FROM staged JOIN kept USING (n)
     GROUP BY source ORDER BY source LIMIT $1`,
    [sourcesMax],
  );
  const groups = await client.query<{ groups: number }>(
    'SELECT count(DISTINCT group_key)::int AS groups FROM staged JOIN kept USING (n)',
  );
  return { sources: sources.rows, groups: groups.rows[0]?.groups ?? 0 };
}

export interface StagedDataset {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly preset: string;
  readonly hash: string;
  readonly exampleCount: number;
  readonly importReport: object;
  readonly counts: StagedCounts;
  readonly createdBy: string;
}

export async function insertDataset(client: pg.Client, dataset: StagedDataset): Promise<void> {
  await client.query(
    `INSERT INTO "Dataset" (id, "workspaceId", name, description, preset, hash, "exampleCount", "importReport", counts, "createdBy")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[dataset.id, dataset.workspaceId, dataset.name, dataset.description, dataset.preset, dataset.hash],
      ...[dataset.exampleCount, JSON.stringify(dataset.importReport), JSON.stringify(dataset.counts)],
      dataset.createdBy,
    ],
  );
}

const SAVE = `
INSERT INTO "Example" ("datasetId", id, position, question, context, expected, "groupKey", "contentHash", "sourceSplit")
SELECT $1, id, position, question, context, expected, group_key, hash, source
FROM kept JOIN staged USING (n) JOIN staged_text USING (n)
WHERE position >= $2 AND position < $3 ORDER BY position`;

/** Saves one range at a time, so that progress can be shown. */
export async function saveExamples(
  client: pg.Client,
  datasetId: string,
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  await client.query(SAVE, [datasetId, range.from, range.to]);
}

/** As `recordAudit`, on a connection that an object mapper cannot share. */
export async function insertAudit(
  client: pg.Client,
  entry: {
    readonly workspaceId: string;
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly detail: object;
  },
): Promise<void> {
  await client.query(
    'INSERT INTO "AuditEntry" ("workspaceId", actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5)',
    [entry.workspaceId, entry.actor, entry.action, entry.subject, JSON.stringify(entry.detail)],
  );
}

export interface EndedImport {
  readonly importId: string;
  readonly tries: number;
  readonly datasetId: string;
  readonly records: number;
  readonly faultCount: number;
  readonly saved: number;
}

/** False where the import was cancelled, or given to another worker, in the meantime: nothing of it may be kept then. */
export async function endImport(client: pg.Client, ended: EndedImport): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE "DatasetImport" SET state = 'finished', "datasetId" = $3, records = $4, "faultCount" = $5, saved = $6,
       "bytesRead" = bytes, "endedAt" = now(), "touchedAt" = now()
     WHERE id = $1 AND tries = $2 AND state IN ('reading', 'saving')`,
    [ended.importId, ended.tries, ended.datasetId, ended.records, ended.faultCount, ended.saved],
  );
  await client.query('DELETE FROM "ImportPart" WHERE "importId" = $1', [ended.importId]);
  return rowCount === 1;
}
