import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** The evaluation cache as people read and correct it. Workers read and fill it through server/ledger. */
type Tx = Prisma.TransactionClient;

export interface Invalidation {
  readonly by: string;
  readonly reason: string;
}

/** Puts answers aside with who and why; what comes next under their keys is one generation later. Returns how many. */
export async function invalidateEvaluations(
  workspaceId: string,
  keys: readonly string[],
  { by, reason }: Invalidation,
  tx: Tx,
): Promise<number> {
  const { count } = await tx.evaluation.updateMany({
    where: { workspaceId, key: { in: [...keys] }, invalidatedAt: null },
    data: { invalidatedAt: new Date(), invalidatedBy: by, invalidationReason: reason },
  });
  return count;
}

export interface RunHits {
  readonly runId: string;
  readonly label: string;
  readonly asked: number;
  readonly hits: number;
  readonly savedUsd: number;
}

/** Judge calls on evaluation splits have ordinals from here on; those of training are below. */
const JUDGED_FROM = 1_000_000;

/** By run, newest first: answered evaluation calls, and those of them that another run had paid for. */
export function countHits(workspaceId: string, experimentId: string): Promise<RunHits[]> {
  return db().$queryRaw<RunHits[]>`
    SELECT run.id AS "runId", run.label, count(*)::int AS asked,
      count(*) FILTER (WHERE call.cached)::int AS hits,
      COALESCE(sum(call."costUsd") FILTER (WHERE call.cached), 0)::float8 AS "savedUsd"
    FROM "JournalCall" AS call JOIN "Run" AS run ON run.id = call."runId"
    WHERE run."workspaceId" = ${workspaceId} AND run."experimentId" = ${experimentId}
      AND call."answeredAt" IS NOT NULL
      AND (call.purpose = 'evaluate'
        OR (call.purpose = 'judge' AND split_part(call.key, '/', 3)::bigint >= ${JUDGED_FROM}))
    GROUP BY run.id, run.label, run."createdAt" ORDER BY run."createdAt" DESC LIMIT 200`;
}

export interface JudgeTokens {
  readonly calls: number;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

/** Mean tokens of a judge call of this experiment so far. */
export async function meanJudgeTokens(workspaceId: string, experimentId: string): Promise<JudgeTokens> {
  const rows = await db().$queryRaw<JudgeTokens[]>`
    SELECT count(*)::int AS calls, avg(call."tokensIn")::float8 AS "tokensIn", avg(call."tokensOut")::float8 AS "tokensOut"
    FROM "JournalCall" AS call JOIN "Run" AS run ON run.id = call."runId"
    WHERE run."workspaceId" = ${workspaceId} AND run."experimentId" = ${experimentId}
      AND call.purpose = 'judge' AND call."tokensIn" > 0`;
  return rows[0] ?? { calls: 0, tokensIn: null, tokensOut: null };
}

export async function countKept(workspaceId: string, experimentId: string): Promise<number> {
  const rows = await db().$queryRaw<{ kept: number }[]>`
    SELECT count(*)::int AS kept FROM "Evaluation" AS kept JOIN "Run" AS run ON run.id = kept."runId"
    WHERE kept."workspaceId" = ${workspaceId} AND run."experimentId" = ${experimentId} AND kept."invalidatedAt" IS NULL`;
  return rows[0]?.kept ?? 0;
}

export interface InvalidationRow {
  readonly candidateHash: string;
  readonly answers: number;
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

/** Answers of this experiment that people invalidated, newest first. */
export function listInvalidations(workspaceId: string, experimentId: string): Promise<InvalidationRow[]> {
  return db().$queryRaw<InvalidationRow[]>`
    SELECT kept."candidateHash", count(*)::int AS answers, COALESCE(kept."invalidatedBy", '') AS by,
      kept."invalidatedAt" AS at, COALESCE(kept."invalidationReason", '') AS reason
    FROM "Evaluation" AS kept JOIN "Run" AS run ON run.id = kept."runId"
    WHERE kept."workspaceId" = ${workspaceId} AND run."experimentId" = ${experimentId}
      AND kept."invalidatedAt" IS NOT NULL
    GROUP BY kept."candidateHash", kept."invalidatedBy", kept."invalidatedAt", kept."invalidationReason"
    ORDER BY kept."invalidatedAt" DESC LIMIT 50`;
}
