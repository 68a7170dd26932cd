import { db } from '@/server/db/client';

/** Beginning of an example, for a list that shows hundreds: questions can be as long as a whole document. */
export interface ExampleBrief {
  readonly id: string;
  readonly question: string;
  readonly expected: string;
}

export const BRIEF_CHARACTERS = 200;

/** Examples of a run's data set by id; one that was removed is left out. */
export async function readExampleBriefs(
  runId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExampleBrief>> {
  const wanted = [...new Set(ids)];
  const rows = await db().$queryRaw<ExampleBrief[]>`
    SELECT example.id,
           left(example.question, ${BRIEF_CHARACTERS}::int) AS question,
           left(example.expected, ${BRIEF_CHARACTERS}::int) AS expected
    FROM "Run" AS run
    JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
    JOIN "SplitRegistration" AS split ON split.id = experiment."splitId"
    JOIN "Example" AS example ON example."datasetId" = split."datasetId"
    WHERE run.id = ${runId} AND example.id = ANY(${wanted})`;
  return new Map(rows.map((row) => [row.id, row]));
}
