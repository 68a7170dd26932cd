import type { Measurement } from '@/lib/domain/score';
import { withMissing } from '@/lib/domain/scored-count';
import type { SplitName } from '@/lib/domain/split';
import { ledgerPool } from '@/server/ledger/pool';

/** Points of a run's score curve: each complete measurement, and the run's usage when its prompt was made. */
export interface StatedPoint {
  readonly iteration: number;
  readonly trainExamplesSeen: number;
  readonly split: SplitName;
  readonly score: Measurement;
  /** Since the start, evaluation included. */
  readonly seconds: number;
  /** Priced without a cache; its own measurement not counted, so nothing before the first iteration closed. */
  readonly tokens: number;
  readonly usd: number;
}

type StoredPoint = readonly [
  iteration: number,
  trainExamplesSeen: number,
  split: SplitName,
  score: Measurement,
  seconds: number,
  tokens: number | null,
  usd: number | null,
  missing: number | null,
];

/**
 * The newest `most` of them in the ledger's order, as one JSON value: read row by row it takes several times as long.
 * One that a cap cut short says nothing and is left out. An iteration's spend is the run's up to its end.
 */
export async function readCurvePoints(runId: string, most: number): Promise<readonly StatedPoint[]> {
  const { rows } = await ledgerPool().query<{ points: readonly StoredPoint[] | null }>(
    `WITH stated AS (
      SELECT seq, type, data, (measured->>'atMs')::float8 AS at,
        count(*) FILTER (WHERE type = 'iteration.closed') OVER (ORDER BY seq) AS closed
      FROM "LedgerEntry"
      WHERE "runId" = $1 AND type IN ('run.started', 'iteration.closed', 'heldOut.measured')
    ), spent AS (
      SELECT closed, (data->'spend'->>'tokensIn')::float8 + (data->'spend'->>'tokensOut')::float8 AS tokens,
        data->'spend'->'costUsd' AS usd
      FROM stated WHERE type = 'iteration.closed'
    ), point AS (
      SELECT stated.*, spent.tokens, spent.usd FROM stated LEFT JOIN spent USING (closed)
      WHERE stated.type = 'heldOut.measured' AND stated.data->'incomplete' IS NULL
      ORDER BY seq DESC LIMIT $2
    )
    SELECT json_agg(json_build_array(data->'iteration', data->'trainExamplesSeen', data->'split', data->'score',
      (at - (SELECT min(at) FROM stated)) / 1000, tokens, usd, data->'missing') ORDER BY seq) AS points
    FROM point`,
    [runId, most],
  );
  return (rows[0]?.points ?? []).map(
    ([iteration, trainExamplesSeen, split, score, seconds, tokens, usd, missing]) => ({
      ...{ iteration, trainExamplesSeen, split, score: withMissing(score, missing ?? 0), seconds },
      ...{ tokens: tokens ?? 0, usd: usd ?? 0 },
    }),
  );
}
