import type { AggregationSettings, BatchSettings } from '@/lib/domain/manifest';
import type { PinnedSetting } from '@/lib/domain/pinned-setting';
import type { RunKind } from '@/lib/domain/run';
import type { Measurement } from '@/lib/domain/score';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';

/** Ended runs as a front reads them: one statement, in which each manifest is unpacked once and stays in the database. */
export interface ParetoRow extends PinnedSetting {
  readonly id: string;
  readonly label: string;
  readonly kind: RunKind;
  readonly method: string;
  readonly aggregation: AggregationSettings;
  readonly batch: BatchSettings;
  readonly lastBatchSize: number | null;
  readonly seedMean: number | null;
  readonly best: Measurement;
  readonly learningMs: number;
  readonly evaluationMs: number;
  readonly costUsd: number;
  /** Date of the serving model's price; null = it has none. */
  readonly pricedAt: string | null;
  readonly startedAt: Date | null;
  readonly registrationId: string;
}

export interface ParetoFilter {
  readonly experimentId: string | undefined;
  readonly taskId: string | undefined;
  readonly method: string | undefined;
  readonly tag: string | undefined;
}

/** Newest runs with a held-out measurement that finished or were stopped. */
export function findParetoRows(
  workspaceId: string,
  { experimentId, taskId, method, tag }: ParetoFilter,
  limit: number,
): Promise<ParetoRow[]> {
  return db().$queryRaw<ParetoRow[]>(Prisma.sql`
    SELECT run.id, run.label, run.kind::text AS kind, run."startedAt",
      pinned.method->>'name' AS method, pinned.aggregation, pinned.batch,
      pinned.task->>'id' AS "taskId", pinned.task->>'name' AS "taskName", pinned.task->'scoring' AS scoring,
      pinned.split->>'hash' AS "splitHash", pinned.split->>'registrationId' AS "registrationId",
      pinned.evaluation->>'split' AS split, pinned.judging, pinned.models->'evaluator'->>'model' AS judge,
      ${place('serving')}, ${place('proposer')},
      (summed."batchSize")::float8 AS "lastBatchSize", (summed."seedScore"->>'mean')::float8 AS "seedMean",
      summed."bestScore" AS best, summed."learningMs", summed."evaluationMs",
      (summed.spend->>'costUsd')::float8 AS "costUsd", pinned.models->'serving'->>'pricedAt' AS "pricedAt"
    FROM "Run" AS run JOIN "Experiment" AS experiment ON experiment.id = run."experimentId",
      LATERAL jsonb_to_record(run.summary) AS summed("batchSize" float8, "seedScore" jsonb, "bestScore" jsonb,
        "learningMs" float8, "evaluationMs" float8, spend jsonb),
      LATERAL jsonb_to_record(run.manifest) AS pinned(method jsonb, aggregation jsonb, batch jsonb, task jsonb,
        split jsonb, evaluation jsonb, judging jsonb, models jsonb)
    WHERE run."workspaceId" = ${workspaceId} AND run."archivedAt" IS NULL
      AND run.status IN ('finished', 'stopped') AND run.kind <> 'evaluation'
      AND jsonb_typeof(summed."bestScore") = 'object'
      ${experimentId === undefined ? Prisma.empty : Prisma.sql`AND run."experimentId" = ${experimentId}`}
      ${taskId === undefined ? Prisma.empty : Prisma.sql`AND experiment."taskId" = ${taskId}`}
      ${method === undefined ? Prisma.empty : Prisma.sql`AND experiment.config->'method'->>'name' = ${method}`}
      ${tag === undefined ? Prisma.empty : Prisma.sql`AND (run.tags @> ARRAY[${tag}] OR experiment.tags @> ARRAY[${tag}])`}
    ORDER BY run."createdAt" DESC, run.id DESC LIMIT ${limit}`);
}

/** Fields of a model's binding that distinguish two settings. */
function place(role: 'serving' | 'proposer'): Prisma.Sql {
  const bound = Prisma.sql`pinned.models->${role}::text`;
  const keys = ['practice', 'origin', 'model', 'hardware', 'timeScale', 'practiceSettings'].map(
    (key) => Prisma.sql`${key}::text, ${bound}->${key}::text`,
  );
  return Prisma.sql`jsonb_strip_nulls(jsonb_build_object(${Prisma.join(keys)})) AS ${Prisma.raw(role)}`;
}

export interface ParetoChoice {
  readonly experimentId: string;
  readonly experiment: string;
  readonly taskId: string;
  readonly task: string;
  readonly method: string;
  readonly tags: readonly string[];
}

/** Experiments that have ended runs, with what they can be narrowed by. */
export function findParetoChoices(workspaceId: string, limit: number): Promise<ParetoChoice[]> {
  return db().$queryRaw<ParetoChoice[]>`
    SELECT experiment.id AS "experimentId", experiment.name AS experiment, task.id AS "taskId", task.name AS task,
      experiment.config->'method'->>'name' AS method,
      ARRAY(SELECT DISTINCT unnest(experiment.tags || ended.tags)) AS tags
    FROM "Experiment" AS experiment JOIN "Task" AS task ON task.id = experiment."taskId"
      JOIN LATERAL (
        SELECT count(*) AS runs, coalesce(array_agg(DISTINCT tag) FILTER (WHERE tag IS NOT NULL), '{}') AS tags
        FROM "Run" AS run LEFT JOIN LATERAL unnest(run.tags) AS tag ON true
        WHERE run."experimentId" = experiment.id AND run.status IN ('finished', 'stopped') AND run."archivedAt" IS NULL
      ) AS ended ON ended.runs > 0
    WHERE experiment."workspaceId" = ${workspaceId}
    ORDER BY experiment."createdAt" DESC, experiment.id LIMIT ${limit}`;
}

export interface GainSought {
  readonly id: string;
  readonly threshold: number;
}

/** When each run was first measured at or above its threshold; runs that never were are left out. */
export async function findGainTimes(sought: readonly GainSought[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db().$queryRaw<{ id: string; at: Date }[]>`
    SELECT sought.id, reached.at FROM json_to_recordset(${JSON.stringify(sought)}::json) AS sought(id text, threshold float8)
    JOIN LATERAL (
      SELECT entry.at FROM "LedgerEntry" AS entry
      WHERE entry."runId" = sought.id AND entry.type = 'heldOut.measured' AND entry.data->'incomplete' IS NULL
        AND (entry.data->'score'->>'mean')::float8 >= sought.threshold
      ORDER BY entry.seq LIMIT 1
    ) AS reached ON true`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Confirmation scores of the runs for which the confirmation examples were opened. */
export async function findConfirmedScores(
  workspaceId: string,
  registrationIds: readonly string[],
): Promise<ReadonlyMap<string, Measurement>> {
  const rows = await db().$queryRaw<{ runId: string; score: Measurement }[]>`
    SELECT opening."runId", scored.score FROM "ConfirmationOpening" AS opening
    JOIN LATERAL (
      SELECT (entry.data->'score') || jsonb_strip_nulls(jsonb_build_object('missing', entry.data->'missing')) AS score FROM "LedgerEntry" AS entry
      WHERE entry."runId" = opening."evaluationRunId" AND entry.type = 'heldOut.measured'
        AND entry.data->>'split' = 'confirmation' AND entry.data->'incomplete' IS NULL
      ORDER BY entry.seq OFFSET 1 LIMIT 1
    ) AS scored ON true
    WHERE opening."workspaceId" = ${workspaceId} AND opening."registrationId" = ANY(${[...registrationIds]})`;
  return new Map(rows.map(({ runId, score }) => [runId, score]));
}
