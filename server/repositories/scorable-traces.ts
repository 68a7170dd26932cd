import type pg from 'pg';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { longRead } from '@/server/ledger/pool';
import { traceConditions } from './trace-conditions';

/** Traces that an evaluator may score, and those that a judge is compared with people on. */
interface ScorableWanted {
  readonly workspaceId: string;
  readonly filter: TraceFilter;
  /** The scores of the evaluator: by whom, and under which name. */
  readonly by: 'evaluator' | 'judge';
  readonly name: string;
  readonly rescore: boolean;
  readonly count: number;
  /** Newest traces of the filter that are looked at. */
  readonly lookedAtMax: number;
}

export interface ScorableTraces {
  readonly matched: number;
  readonly judgedByPeople: number;
  readonly scored: number;
  readonly withoutTexts: number;
  readonly ids: readonly string[];
}

const scoredBy = (condition: string) =>
  `EXISTS (SELECT FROM "TraceScore" AS given
     WHERE given."workspaceId" = looked."workspaceId" AND given."traceId" = looked.id AND ${condition})`;

/** The newest complete traces of a filter without the score of a person. */
export async function findScorableTraces(
  pool: pg.Pool,
  { workspaceId, filter, by, name, rescore, count, lookedAtMax }: ScorableWanted,
): Promise<ScorableTraces> {
  const { sql, params, order } = traceConditions(workspaceId, filter);
  const given = [...params];
  const param = (value: unknown) => `$${given.push(value)}`;
  const known = scoredBy(
    `given.by = ${param(by)} AND given.name = ${param(name)} AND given.value IS NOT NULL`,
  );
  const { rows } = await pool.query<ScorableTraces>(
    longRead(
      `WITH looked AS (
         SELECT "workspaceId", id, "startedAt", task = '' AND output = '' AS bare FROM "Trace"
         WHERE ${sql} AND state = 'complete' ORDER BY ${order} LIMIT ${param(lookedAtMax)}
       ), sorted AS (
         SELECT id, "startedAt", CASE WHEN ${scoredBy(`given.by = 'person'`)} THEN 'people' WHEN bare THEN 'bare'
           WHEN NOT ${param(rescore)}::boolean AND ${known} THEN 'known' ELSE 'open' END AS standing FROM looked
       )
       SELECT count(*)::int AS matched, count(*) FILTER (WHERE standing = 'people')::int AS "judgedByPeople",
         count(*) FILTER (WHERE standing = 'known')::int AS scored,
         count(*) FILTER (WHERE standing = 'bare')::int AS "withoutTexts",
         ARRAY(SELECT id FROM sorted WHERE standing = 'open' ORDER BY "startedAt" DESC, id DESC LIMIT ${param(count)}) AS ids
       FROM sorted`,
      given,
    ),
  );
  return rows[0] ?? { matched: 0, judgedByPeople: 0, scored: 0, withoutTexts: 0, ids: [] };
}

export interface ReferenceTrace {
  readonly traceId: string;
  /** The score of a person. */
  readonly reference: number;
}

/**
 * Complete traces with the score of a person, in an order that no score decides, without those that a decided comparison
 * of the same judge has taken.
 */
export async function findReferenceTraces(
  pool: pg.Pool,
  {
    workspaceId,
    service,
    judgeHash,
  }: { workspaceId: string; service: string | undefined; judgeHash: string },
): Promise<readonly ReferenceTrace[]> {
  const { rows } = await pool.query<ReferenceTrace>(
    longRead(
      `SELECT DISTINCT ON (md5(trace.id), trace.id) trace.id AS "traceId", given.value AS reference
       FROM "TraceScore" AS given JOIN "Trace" AS trace
         ON trace."workspaceId" = given."workspaceId" AND trace.id = given."traceId"
       WHERE given."workspaceId" = $1 AND given.by = 'person' AND given.value IS NOT NULL
         AND trace.state = 'complete' AND (trace.task <> '' OR trace.output <> '')
         AND ($2::text IS NULL OR trace.service = $2)
         AND NOT EXISTS (
           SELECT FROM "TraceScoring" AS earlier JOIN "TraceScoringItem" AS item ON item."scoringId" = earlier.id
           WHERE earlier."workspaceId" = $1 AND earlier."judgeHash" = $3 AND item."traceId" = trace.id
             AND (earlier.calibration->>'pairs')::int >= (earlier.calibration->>'minPairs')::int)
       ORDER BY md5(trace.id), trace.id, given.at DESC`,
      [workspaceId, service ?? null, judgeHash],
    ),
  );
  return rows;
}

/** Tokens that a judge reads of these traces on average, their steps cut to a budget; a token taken as 4 characters. */
export async function meanTokensRead(
  pool: pg.Pool,
  { workspaceId, ids, budget }: { workspaceId: string; ids: readonly string[]; budget: number },
): Promise<number> {
  const { rows } = await pool.query<{ mean: number }>(
    longRead(
      `SELECT coalesce(avg((length(trace.task) + length(trace.output)) / 4.0 + least($3, coalesce(kept.characters, 0) / 4.0)), 0)
         ::float8 AS mean
       FROM "Trace" AS trace LEFT JOIN "Trajectory" AS kept
         ON kept."workspaceId" = trace."workspaceId" AND kept.hash = trace."trajectoryHash"
       WHERE trace."workspaceId" = $1 AND trace.id = ANY($2)`,
      [workspaceId, [...ids], budget],
    ),
  );
  return rows[0]?.mean ?? 0;
}

export interface ScorableTrace {
  readonly id: string;
  readonly task: string;
  readonly output: string;
  readonly trajectoryHash: string | null;
}

/** Texts of the traces that are still there. */
export async function readScorableTraces(
  pool: pg.Pool,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
): Promise<readonly ScorableTrace[]> {
  const { rows } = await pool.query<ScorableTrace>(
    `SELECT id, task, output, "trajectoryHash" FROM "Trace" WHERE "workspaceId" = $1 AND id = ANY($2)`,
    [workspaceId, [...ids]],
  );
  return rows;
}
