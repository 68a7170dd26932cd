import type { PairCounts } from '@/lib/domain/canary';
import { AppError } from '@/lib/errors/app-error';
import type { Prisma } from '@/server/db/generated/client';

/** The rows that an approval binds. Knows nothing of approvals. */
type Tx = Prisma.TransactionClient;

const around = { slot: true, challenger: true } as const;
export type EvidenceCanary = Prisma.CanaryGetPayload<{ include: typeof around }>;

/** @throws AppError NOT_FOUND */
export async function getEvidenceCanary(id: string, tx: Tx): Promise<EvidenceCanary> {
  const row = await tx.canary.findUnique({ where: { id }, include: around });
  if (row === null) throw new AppError('NOT_FOUND', 'This canary does not exist.', { context: { id } });
  return row;
}

export function findServedPrompt(id: string | null, tx: Tx) {
  return id === null ? Promise.resolve(null) : tx.servedPrompt.findUnique({ where: { id } });
}

/** The look that a stage ended with, or the last one so far. */
export function findLastLook(canaryId: string, stage: string, tx: Tx) {
  return tx.canaryLook.findFirst({ where: { canaryId, stage }, orderBy: { look: 'desc' } });
}

/** Counted pairs, each side as right or wrong: a score of at least 0.5 is right, a missing score is wrong. */
export async function readPairCounts(canaryId: string, stage: string, tx: Tx): Promise<PairCounts> {
  const [row] = await tx.$queryRaw<PairCounts[]>`
    WITH judged AS (
      SELECT COALESCE("incumbentScore", 0) >= 0.5 AS incumbent, COALESCE("challengerScore", 0) >= 0.5 AS challenger
      FROM "CanaryPair" WHERE "canaryId" = ${canaryId} AND stage = ${stage} AND "countedAt" IS NOT NULL
    )
    SELECT count(*) FILTER (WHERE incumbent AND challenger)::float8 AS "both",
      count(*) FILTER (WHERE incumbent AND NOT challenger)::float8 AS "onlyIncumbent",
      count(*) FILTER (WHERE NOT incumbent AND challenger)::float8 AS "onlyChallenger",
      count(*) FILTER (WHERE NOT incumbent AND NOT challenger)::float8 AS "neither"
    FROM judged`;
  return row ?? { both: 0, onlyIncumbent: 0, onlyChallenger: 0, neither: 0 };
}

/** The newest report of a run; null where none was made. */
export function findReportOf(workspaceId: string, runId: string, tx: Tx) {
  return tx.strategyReport.findFirst({
    where: { workspaceId, kind: 'report', subjectId: runId },
    select: { id: true, version: true, hash: true, state: true, title: true },
    orderBy: { version: 'desc' },
  });
}

export async function hasRun(workspaceId: string, runId: string, tx: Tx): Promise<boolean> {
  return (await tx.run.count({ where: { workspaceId, id: runId } })) > 0;
}
