import { db } from '@/server/db/client';

/** Questions and expected answers of examples from a run's data set. */
export interface ExampleTexts {
  readonly question: string;
  readonly expected: string;
}

export async function findExampleTexts(
  runId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExampleTexts>> {
  const rows = await db().$queryRaw<(ExampleTexts & { readonly id: string })[]>`
    SELECT example.id, example.question, example.expected
    FROM "Run" AS run
    JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
    JOIN "SplitRegistration" AS split ON split.id = experiment."splitId"
    JOIN "Example" AS example ON example."datasetId" = split."datasetId"
    WHERE run.id = ${runId} AND example.id = ANY(${[...ids]})`;
  return new Map(rows.map(({ id, question, expected }) => [id, { question, expected }]));
}

/**
 * Expected answer of the task with this question and context in a run's data set. A rollout stores its task without an
 * id, so two examples that differ in nothing else leave it unknown.
 */
export async function findExpectedOf(
  runId: string,
  { question, context }: { readonly question: string; readonly context: string },
): Promise<string | null> {
  const rows = await db().$queryRaw<readonly { readonly expected: string }[]>`
    SELECT DISTINCT example.expected
    FROM "Run" AS run
    JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
    JOIN "SplitRegistration" AS split ON split.id = experiment."splitId"
    JOIN "Example" AS example ON example."datasetId" = split."datasetId"
    WHERE run.id = ${runId} AND example.question = ${question} AND example.context = ${context}
    LIMIT 2`;
  return rows.length === 1 ? (rows[0]?.expected ?? null) : null;
}
