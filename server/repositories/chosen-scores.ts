import type { ChosenScores } from '@/lib/stats/scored-examples';
import { ledgerPool } from '@/server/ledger/pool';

/** Scores of the best prompt of each run, for many runs at once, and the number of prompts it was chosen from. */
interface StoredScores {
  readonly id: string;
  readonly ids: string;
  /** Null where an earlier row has the same: nearly all bytes are the names of the same examples. */
  readonly exampleIds: readonly string[] | null;
  readonly scores: ChosenScores['scores'];
  readonly choices: number;
}

export interface MeasuredRun {
  readonly id: string;
  /** The part of the split that it was measured on. */
  readonly split: string;
}

/** As many entries as are kept; an ended run measures nothing more, so an entry never goes stale. */
const KEPT_MAX = 5000;
const kept = new Map<string, ChosenScores>();

/** Takes ended runs; leaves out a run without a complete measurement. */
export async function findChosenScores(
  runs: readonly MeasuredRun[],
): Promise<ReadonlyMap<string, ChosenScores>> {
  const unknown = runs.filter(({ id }) => !kept.has(id));
  if (unknown.length > 0) {
    if (kept.size + unknown.length > KEPT_MAX) kept.clear();
    for (const [id, scores] of await readChosenScores(unknown)) kept.set(id, scores);
  }
  return new Map(
    runs.flatMap(({ id }) => {
      const scores = kept.get(id);
      return scores ? [[id, scores]] : [];
    }),
  );
}

async function readChosenScores(
  runs: readonly MeasuredRun[],
): Promise<readonly (readonly [string, ChosenScores])[]> {
  const { rows } = await ledgerPool().query<StoredScores>(
    `WITH measured AS MATERIALIZED (
      SELECT wanted.id, entry.seq, (entry.data->>'best')::boolean AS best, entry.data->>'candidateHash' AS hash
      FROM unnest($1::text[], $2::text[]) AS wanted(id, split)
      JOIN "LedgerEntry" AS entry ON entry."runId" = wanted.id AND entry.type = 'heldOut.measured'
        AND entry.data->>'split' = wanted.split AND entry.data->'incomplete' IS NULL
    ), chosen AS (
      SELECT id, (array_agg(seq ORDER BY best DESC, seq DESC))[1] AS seq, count(DISTINCT hash)::int AS choices
      FROM measured GROUP BY id
    ), stated AS (
      SELECT chosen.id, choices, data->'scores' AS scores, data->'exampleIds' AS "exampleIds",
        md5(data->>'exampleIds') AS ids
      FROM chosen JOIN "LedgerEntry" AS entry ON entry."runId" = chosen.id AND entry.seq = chosen.seq
    )
    SELECT id, choices, scores, ids,
      CASE WHEN row_number() OVER (PARTITION BY ids ORDER BY id) = 1 THEN "exampleIds" END AS "exampleIds"
    FROM stated`,
    [runs.map(({ id }) => id), runs.map(({ split }) => split)],
  );
  const lists = new Map(rows.flatMap(({ ids, exampleIds }) => (exampleIds ? [[ids, exampleIds]] : [])));
  return rows.map(({ id, ids, scores, choices }) => [
    id,
    { exampleIds: lists.get(ids) ?? [], scores, choices: Math.max(1, choices) },
  ]);
}
