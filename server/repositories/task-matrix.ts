import type { StatedCause } from '@/lib/domain/cause';
import { environmentRef } from '@/lib/domain/environment-ref';
import { db } from '@/server/db/client';

/** Examples that environments judge, and how the rollouts on them ended. */
export interface MatrixExample {
  readonly id: string;
  /** The first characters of it. */
  readonly question: string;
  readonly groupKey: string | null;
  readonly appWorldId: string | null;
}

/** In the order of the data set. */
export async function findMatrixExamples(runId: string, ids: readonly string[]): Promise<MatrixExample[]> {
  const rows = await db().$queryRaw<(Omit<MatrixExample, 'appWorldId'> & { environment: unknown })[]>`
    SELECT example.id, left(example.question, 300) AS question, example."groupKey", example.environment
    FROM "Run" AS run
    JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
    JOIN "SplitRegistration" AS split ON split.id = experiment."splitId"
    JOIN "Example" AS example ON example."datasetId" = split."datasetId"
    WHERE run.id = ${runId} AND example.id = ANY(${[...ids]})
    ORDER BY example.position`;
  return rows.map(({ environment, ...row }) => {
    const place = environment === null ? null : environmentRef.parse(environment);
    return { ...row, appWorldId: place?.kind === 'appworld' ? place.taskId : null };
  });
}

export interface EndedRollout {
  readonly cause: StatedCause | null;
  readonly callKeys: readonly string[];
}

/** Facts of rollouts by their numbers in the run's ledger. */
export async function readEndedRollouts(
  runId: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, EndedRollout>> {
  const rows = await db().$queryRaw<(EndedRollout & { readonly seq: number })[]>`
    SELECT seq, data->'cause' AS cause, data->'callKeys' AS "callKeys"
    FROM "LedgerEntry" WHERE "runId" = ${runId} AND seq = ANY(${[...seqs]}::int[])`;
  return new Map(rows.map(({ seq, cause, callKeys }) => [seq, { cause, callKeys }]));
}
