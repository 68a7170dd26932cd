import type { TraceFilter } from '@/lib/domain/trace-filter';
import { type JudgeAgreement, judgeAgreement, type TraceEvaluator } from '@/lib/domain/trace-scoring';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma, TraceScoring } from '@/server/db/generated/client';

/** Scorings of traces as people start, watch and cancel them. The worker's side is in ./carried-scorings. */
export interface NewTraceScoring {
  readonly id: string;
  readonly workspaceId: string;
  readonly purpose: 'score' | 'calibrate';
  readonly evaluator: TraceEvaluator;
  readonly filter: TraceFilter;
  readonly usdMax: number | null;
  readonly startedBy: string;
  readonly items: readonly { readonly traceId: string; readonly reference: number | null }[];
}

export async function createTraceScoring(
  tx: Prisma.TransactionClient,
  { items, evaluator, filter, ...scoring }: NewTraceScoring,
): Promise<TraceScoring> {
  const judgeHash = evaluator.judge?.hash ?? null;
  const planned = items.length;
  const row = await tx.traceScoring.create({ data: { ...scoring, evaluator, filter, judgeHash, planned } });
  await tx.traceScoringItem.createMany({
    data: items.map((item, ordinal) => ({ ...item, ordinal, scoringId: scoring.id })),
  });
  return row;
}

export function listTraceScoringRows(workspaceId: string, limit: number): Promise<TraceScoring[]> {
  return db().traceScoring.findMany({
    where: { workspaceId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}

/** @throws AppError NOT_FOUND */
export async function getTraceScoringRow(workspaceId: string, id: string): Promise<TraceScoring> {
  const row = await db().traceScoring.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This scoring of traces does not exist (any more).');
  return row;
}

/** False where it had ended before. */
export async function cancelTraceScoringRow(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const { count } = await tx.traceScoring.updateMany({
    where: { id, state: { in: ['queued', 'working'] } },
    data: { state: 'cancelled', endedAt: new Date() },
  });
  return count === 1;
}

/** One that is queued or at work for the same evaluator and purpose; null = none. */
export function findOpenScoring(
  tx: Prisma.TransactionClient,
  { workspaceId, purpose, name }: { workspaceId: string; purpose: string; name: string },
): Promise<{ readonly id: string } | null> {
  return tx.traceScoring.findFirst({
    where: {
      ...{ workspaceId, purpose, state: { in: ['queued', 'working'] } },
      evaluator: { path: ['name'], equals: name },
    },
    select: { id: true },
  });
}

export interface DecidedAgreement extends JudgeAgreement {
  readonly at: Date;
}

/** The newest of a judge for a service, else the newest over all services; null = never compared. */
export async function findAgreement({
  workspaceId,
  judgeHash,
  service,
}: {
  readonly workspaceId: string;
  readonly judgeHash: string;
  readonly service: string | undefined;
}): Promise<DecidedAgreement | null> {
  const rows = await db().$queryRaw<{ calibration: unknown; at: Date }[]>`
    SELECT calibration, "endedAt" AS at FROM "TraceScoring"
    WHERE "workspaceId" = ${workspaceId} AND "judgeHash" = ${judgeHash} AND purpose = 'calibrate'
      AND calibration IS NOT NULL
      AND (filter->>'service' IS NULL OR filter->>'service' = ${service ?? null})
    ORDER BY filter->>'service' IS NULL, "endedAt" DESC LIMIT 1`;
  const [row] = rows;
  return row === undefined ? null : { ...judgeAgreement.parse(row.calibration), at: row.at };
}

/** Dollars a call took in earlier scorings of an evaluator; null where no cost of it is known. */
export async function usdPerCallBefore(workspaceId: string, name: string): Promise<number | null> {
  const rows = await db().$queryRaw<{ mean: number | null }[]>`
    SELECT sum(usd) / nullif(sum(calls - unpriced), 0) AS mean FROM "TraceScoring"
    WHERE "workspaceId" = ${workspaceId} AND evaluator->>'name' = ${name}`;
  return rows[0]?.mean ?? null;
}
