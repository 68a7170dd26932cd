import type { FactOf } from '@/lib/domain/ledger-entry';
import type { ScoredExamples } from '@/lib/stats/scored-examples';
import { ledgerPool } from '@/server/ledger/pool';

/** The facts that a run's record is made of, without what they repeat: a long run has thousands. Knows no record. */
type Measured = FactOf<'heldOut.measured'>;

interface StoredMeasured extends Omit<Measured, 'data'> {
  readonly data: Omit<Measured['data'], 'exampleIds'>;
  readonly ids: string;
  /** Null where an earlier row has the same. */
  readonly exampleIds: readonly string[] | null;
}

/** Whole, in the ledger's order. Nearly all of their bytes are the names of the same examples: those are sent once. */
export async function readMeasured(runId: string): Promise<readonly Measured[]> {
  const { rows } = await ledgerPool().query<StoredMeasured>(
    `SELECT type, key, data - 'exampleIds' AS data, measured, ids,
      CASE WHEN row_number() OVER (PARTITION BY ids ORDER BY seq) = 1 THEN data->'exampleIds' END AS "exampleIds"
    FROM (SELECT seq, type, key, data, measured, md5(data->>'exampleIds') AS ids FROM "LedgerEntry"
      WHERE "runId" = $1 AND type = 'heldOut.measured') AS stated
    ORDER BY seq`,
    [runId],
  );
  const known = new Map<string, readonly string[]>();
  return rows.map(({ ids, exampleIds, data, ...fact }) => {
    if (exampleIds !== null) known.set(ids, exampleIds);
    return { ...fact, data: { ...data, exampleIds: known.get(ids) ?? [] } } as Measured;
  });
}

type StoredClosed = readonly [
  iteration: number,
  trainExamplesSeen: number,
  rollouts: number,
  learningMs: number | null,
  tainted: boolean | null,
];

type Closed = FactOf<'iteration.closed'>['data'];

/** Fields of a closed iteration that its time and rollouts are counted from. */
export interface CountedIteration {
  readonly data: Pick<Closed, 'iteration' | 'trainExamplesSeen'> & {
    readonly spend: Pick<Closed['spend'], 'rollouts'>;
  };
  readonly measured: { readonly learningMs?: number; readonly tainted: boolean };
}

/** One JSON value: read row by row it takes several times as long. */
export async function readClosed(runId: string): Promise<readonly CountedIteration[]> {
  const { rows } = await ledgerPool().query<{ closed: readonly StoredClosed[] | null }>(
    `SELECT json_agg(json_build_array(data->'iteration', data->'trainExamplesSeen', data->'spend'->'rollouts',
      measured->'learningMs', measured->'tainted') ORDER BY seq) AS closed
    FROM "LedgerEntry" WHERE "runId" = $1 AND type = 'iteration.closed'`,
    [runId],
  );
  return (rows[0]?.closed ?? []).map(([iteration, trainExamplesSeen, rollouts, learningMs, tainted]) => ({
    data: { iteration, trainExamplesSeen, spend: { rollouts } },
    measured: { ...(learningMs === null ? {} : { learningMs }), tainted: tainted === true },
  }));
}

/** A run from its first whole measurement to its last one, as a table of arms shows it. */
export interface MeasuredEnds {
  readonly original: ScoredExamples;
  readonly final: ScoredExamples;
  /** Bullets of the prompt measured last: the newest prompt may belong to a dropped lineage. */
  readonly bullets: number | null;
  readonly learningMs: number;
  readonly finalHash: string;
}

/** Null where nothing was measured. Of thousands of prompts only the measured one is looked for, from the newest on. */
export async function readMeasuredEnds(runId: string): Promise<MeasuredEnds | null> {
  const { rows } = await ledgerPool().query<MeasuredEnds>(
    `WITH measured AS (
      SELECT seq, data->>'candidateHash' AS hash,
        jsonb_build_object('exampleIds', data->'exampleIds', 'scores', data->'scores') AS scored
      FROM "LedgerEntry"
      WHERE "runId" = $1 AND type = 'heldOut.measured' AND data->>'split' = 'heldOut'
        AND data->'incomplete' IS NULL)
    SELECT first.scored AS original, last.scored AS final, last.hash AS "finalHash",
      (SELECT (data->>'bullets')::float8 FROM "LedgerEntry"
        WHERE "runId" = $1 AND type = 'candidate.created' AND data->>'hash' = last.hash
        ORDER BY seq DESC LIMIT 1) AS bullets,
      (SELECT coalesce(sum((measured->>'learningMs')::float8 ORDER BY seq), 0) FROM "LedgerEntry"
        WHERE "runId" = $1 AND type = 'iteration.closed') AS "learningMs"
    FROM (SELECT scored FROM measured ORDER BY seq LIMIT 1) AS first,
      (SELECT scored, hash FROM measured ORDER BY seq DESC LIMIT 1) AS last`,
    [runId],
  );
  return rows[0] ?? null;
}
