import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { AuditEntry, Prisma, StrategyReport } from '@/server/db/generated/client';

/** Reports as a review sees them, who is asked, and what happened. Knows nothing of who may do what. */
type Tx = Prisma.TransactionClient;

const HISTORY_MAX = 200;
const withoutContent = { content: true } as const;
const withReviews = { reviews: { orderBy: { userId: 'asc' } } } as const;

export type ReviewedReport = Prisma.StrategyReportGetPayload<{
  omit: typeof withoutContent;
  include: typeof withReviews;
}>;

/** @throws AppError NOT_FOUND */
export async function getReviewedReport(
  workspaceId: string,
  id: string,
  tx: Tx = db(),
): Promise<ReviewedReport> {
  const row = await tx.strategyReport.findFirst({
    where: { workspaceId, id },
    omit: withoutContent,
    include: withReviews,
  });
  if (row === null) throw new AppError('NOT_FOUND', 'This report does not exist.', { context: { id } });
  return row;
}

/** The run that a report says a speedup of; null where it says none. The whole content is not read for it. */
export async function findSpeedupSaidOf(id: string, tx: Tx = db()): Promise<string | null> {
  const [row] = await tx.$queryRaw<readonly { readonly runId: string | null }[]>`
    select content->'strategy'->'subject'->>'runId' as "runId" from "StrategyReport"
    where id = ${id} and jsonb_typeof(content->'strategy'->'speedup') = 'object'`;
  return row?.runId ?? null;
}

/** Held until the transaction ends: two decisions at the same moment come one after the other. */
export async function lockReport(workspaceId: string, id: string, tx: Tx): Promise<void> {
  await tx.$queryRaw`
    select id from "StrategyReport" where id = ${id} and "workspaceId" = ${workspaceId} for update`;
}

export async function newestVersion(
  report: Pick<StrategyReport, 'workspaceId' | 'kind' | 'subjectId'>,
  tx: Tx = db(),
): Promise<{ readonly id: string; readonly version: number }> {
  const { workspaceId, kind, subjectId } = report;
  return tx.strategyReport.findFirstOrThrow({
    where: { workspaceId, kind, subjectId },
    orderBy: { version: 'desc' },
    select: { id: true, version: true },
  });
}

/** Ids of those reports that no newer version has replaced. */
export async function newestAmong(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    select report.id from "StrategyReport" as report
    where report."workspaceId" = ${workspaceId} and report.id = any(${[...ids]}) and not exists (
      select 1 from "StrategyReport" as newer
      where newer.kind = report.kind and newer."subjectId" = report."subjectId" and newer.version > report.version)`;
  return new Set(rows.map(({ id }) => id));
}

export async function setReportState(id: string, state: string, tx: Tx): Promise<void> {
  await tx.strategyReport.update({ where: { id }, data: { state } });
}

export async function addReviewers(
  reportId: string,
  userIds: readonly string[],
  askedBy: string,
  tx: Tx,
): Promise<void> {
  await tx.reportReview.createMany({ data: userIds.map((userId) => ({ reportId, userId, askedBy })) });
}

export async function removeReviewers(reportId: string, userIds: readonly string[], tx: Tx): Promise<void> {
  await tx.reportReview.deleteMany({ where: { reportId, userId: { in: [...userIds] } } });
}

/** Their decisions are gone from here; the audit log keeps them. */
export async function clearDecisions(reportId: string, tx: Tx): Promise<void> {
  await tx.reportReview.updateMany({
    where: { reportId },
    data: { decision: null, note: null, hash: null, decidedAt: null },
  });
}

export async function stampAsked(reportId: string, askedBy: string, tx: Tx): Promise<void> {
  await tx.reportReview.updateMany({ where: { reportId }, data: { askedBy, askedAt: new Date() } });
}

interface Decided {
  readonly decision: string;
  readonly note: string | null;
  readonly hash: string;
}

export async function writeDecision(
  reportId: string,
  userId: string,
  decided: Decided,
  tx: Tx,
): Promise<void> {
  await tx.reportReview.update({
    where: { reportId_userId: { reportId, userId } },
    data: { ...decided, decidedAt: new Date() },
  });
}

/** Audit entries of a report, newest first. */
export function listHappenings(workspaceId: string, reportId: string): Promise<AuditEntry[]> {
  return db().auditEntry.findMany({
    where: { workspaceId, subject: reportId },
    orderBy: { id: 'desc' },
    take: HISTORY_MAX,
  });
}

/** Reviews under way, of newest versions or not, in which this person has not decided. */
export function listAskedReviews(workspaceId: string, userId: string) {
  return db().reportReview.findMany({
    where: { userId, decision: null, report: { workspaceId, state: 'inReview' } },
    include: { report: { select: { id: true, title: true, version: true } } },
    orderBy: { askedAt: 'desc' },
    take: 100,
  });
}
