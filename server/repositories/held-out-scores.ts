import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** What a run measured on held-out, from its ledger. */
type Tx = Prisma.TransactionClient;

export interface HeldOutScores {
  /** Soft target of the run; null = none was set. */
  readonly target: number | null;
  /** Of the prompt that the run began with. */
  readonly first: number | null;
  /** The newest of this candidate. */
  readonly candidate: number | null;
}

export async function readHeldOutScores(
  runId: string,
  candidateHash: string | null,
  tx: Tx = db(),
): Promise<HeldOutScores> {
  const [row] = await tx.$queryRaw<HeldOutScores[]>`
    WITH measured AS (
      SELECT seq, data->>'candidateHash' AS hash, (data->'score'->>'mean')::float8 AS mean
      FROM "LedgerEntry"
      WHERE "runId" = ${runId} AND type = 'heldOut.measured' AND data->>'split' = 'heldOut'
        AND data->'incomplete' IS NULL
    )
    SELECT (run.manifest->'stopping'->>'targetScore')::float8 AS target,
      (SELECT mean FROM measured ORDER BY seq LIMIT 1) AS first,
      (SELECT mean FROM measured WHERE hash = ${candidateHash} ORDER BY seq DESC LIMIT 1) AS candidate
    FROM "Run" AS run WHERE run.id = ${runId}`;
  return row ?? { target: null, first: null, candidate: null };
}

/** Its newest measurement that was the best so far; of a run that nothing improved, the seed's. */
export interface BestMeasured {
  readonly candidateHash: string;
  readonly exampleIds: readonly string[];
  readonly scores: readonly number[];
}

/** Null where nothing was measured to its end. */
export async function findBestMeasured(runId: string): Promise<BestMeasured | null> {
  const [row] = await db().$queryRaw<BestMeasured[]>`
    SELECT data->>'candidateHash' AS "candidateHash", data->'exampleIds' AS "exampleIds", data->'scores' AS scores
    FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'heldOut.measured' AND data->'incomplete' IS NULL
    ORDER BY (data->>'best')::boolean DESC, seq DESC LIMIT 1`;
  return row ?? null;
}

interface Scored {
  readonly ids: readonly string[];
  readonly scores: readonly number[];
}

/** Share of held-out examples that two candidates of a run score differently; null where one was not measured. */
export async function readHeldOutDiscordance(
  runId: string,
  [one, other]: readonly [string, string],
): Promise<number | null> {
  const [a, b] = await Promise.all([readScores(runId, one), readScores(runId, other)]);
  if (a === null || b === null) return null;
  const scores = new Map(b.ids.map((id, index) => [id, b.scores[index]]));
  const both = a.ids.flatMap((id, index) => {
    const score = scores.get(id);
    return score === undefined ? [] : [a.scores[index] !== score];
  });
  return both.length === 0 ? null : both.filter((differs) => differs).length / both.length;
}

async function readScores(runId: string, candidateHash: string): Promise<Scored | null> {
  const [row] = await db().$queryRaw<Scored[]>`
    SELECT data->'exampleIds' AS ids, data->'scores' AS scores FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'heldOut.measured' AND data->>'split' = 'heldOut'
      AND data->>'candidateHash' = ${candidateHash} AND data->'incomplete' IS NULL
    ORDER BY seq DESC LIMIT 1`;
  return row ?? null;
}
