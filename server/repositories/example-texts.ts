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
