import { db } from '@/server/db/client';

/** Where words are found. The index and its marks are of the database (migration full_text_search). */
export interface SearchWanted {
  readonly workspaceId: string;
  readonly typed: string;
  readonly type: string | undefined;
  readonly experimentId: string | undefined;
  readonly runId: string | undefined;
}

/** Ids of the newest hits older than `before`, newest first. */
export async function findSearched(
  wanted: SearchWanted,
  before: bigint,
  most: number,
): Promise<readonly bigint[]> {
  const marks = [
    `§workspace=${wanted.workspaceId}`,
    ...(wanted.type === undefined ? [] : [`§type=${wanted.type}`]),
    ...(wanted.experimentId === undefined ? [] : [`§experiment=${wanted.experimentId}`]),
    ...(wanted.runId === undefined ? [] : [`§run=${wanted.runId}`]),
  ];
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT id FROM waggle_search(waggle_search_query(${wanted.typed}, ${marks}::text[]), ${before}::bigint, ${most}::int)`;
  return rows.map(({ id }) => id);
}

export interface SearchedFact {
  readonly id: bigint;
  readonly runId: string;
  readonly runLabel: string;
  readonly experimentId: string;
  readonly experimentName: string;
  readonly practice: boolean;
  readonly type: string;
  readonly seq: number;
  readonly at: Date;
  readonly iteration: number;
  readonly candidateHash: string | null;
  readonly exampleId: string | null;
  readonly split: string | null;
  /** Ledger number of the rollout that a reflection is about; null where it has another key, or there is none. */
  readonly reflectedSeq: number | null;
  /** The searched text. */
  readonly body: string;
}

/** The facts behind hits, newest first; the workspace is asked for once more, so that no mark decides it alone. */
export function readSearched(workspaceId: string, ids: readonly bigint[]): Promise<SearchedFact[]> {
  return db().$queryRaw<SearchedFact[]>`
    SELECT found.id, run.id AS "runId", run.label AS "runLabel", run.practice, experiment.id AS "experimentId",
      experiment.name AS "experimentName", fact.type, fact.seq, fact.at, (fact.data->>'iteration')::int AS iteration,
      fact.data->>'hash' AS "candidateHash", fact.data->>'exampleId' AS "exampleId", fact.data->>'split' AS split,
      (SELECT rollout.seq FROM "LedgerEntry" AS rollout WHERE fact.type = 'reflection.finished'
        AND rollout."runId" = run.id AND rollout.key
          = 'rollout.finished/' || (fact.data->>'iteration') || '/train/' || (fact.data->>'ordinal')) AS "reflectedSeq",
      COALESCE(waggle_searched_text(fact), '') AS body
    FROM "SearchText" AS found
    JOIN "Run" AS run ON run.id = found."runId" AND run."workspaceId" = ${workspaceId}
    JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
    JOIN "LedgerEntry" AS fact ON fact."runId" = found."runId" AND fact.seq = found.seq
    WHERE found.id = ANY(${[...ids]}::bigint[])
    ORDER BY found.id DESC`;
}
