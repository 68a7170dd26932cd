import type { Edit } from '@/lib/domain/edit';
import { db } from '@/server/db/client';

/** One bullet in every version of a run's playbook, with the edits that made the version. Texts stay in the database. */
export interface BulletLineRow {
  readonly iteration: number;
  readonly hash: string;
  readonly parentHash: string | null;
  readonly line: string | null;
  readonly byHand: string | null;
  readonly atMs: number;
  readonly edits: readonly Edit[] | null;
}

/** Oldest first. Edits only where the bullet's line is another than in the version before: those of the rest say nothing of it. */
export function listBulletLines(runId: string, bulletId: string): Promise<BulletLineRow[]> {
  return db().$queryRaw<BulletLineRow[]>`
    WITH version AS (
      SELECT seq, (data->>'iteration')::int AS iteration, data->>'hash' AS hash, data->>'parentHash' AS "parentHash",
        data->>'byHand' AS "byHand", (measured->>'atMs')::float8 AS "atMs",
        (SELECT ltrim(one) FROM string_to_table(data->>'text', E'\n') AS one
          WHERE starts_with(ltrim(one), '[' || ${bulletId} || ']') LIMIT 1) AS line
      FROM "LedgerEntry" WHERE "runId" = ${runId} AND type = 'candidate.created'
    ), changed AS (
      SELECT *, line IS DISTINCT FROM lag(line) OVER (ORDER BY seq) AS "isOther" FROM version
    )
    SELECT iteration, hash, "parentHash", "byHand", "atMs", line,
      CASE WHEN "isOther" AND iteration >= 0 THEN (
        SELECT scan.data->'edits' FROM "LedgerEntry" AS scan
        WHERE scan."runId" = ${runId} AND scan.key = 'scan.combined/' || changed.iteration
      ) END AS edits
    FROM changed ORDER BY seq`;
}
