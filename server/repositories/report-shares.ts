import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma, ReportShare } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST, type PageAsked } from './keyset';

/** Links that share a report. Only the sha256 of a secret ever comes here. */
type Tx = Prisma.TransactionClient;

const withReport = { report: { include: { reviews: true } } } as const;

export type SharedRow = Prisma.ReportShareGetPayload<{ include: typeof withReport }>;

/** One row more than asked for. */
export function listShareRows(reportId: string, { cursor, limit }: PageAsked): Promise<ReportShare[]> {
  return db().reportShare.findMany({
    where: { reportId, ...afterCursor(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  });
}

export function createShareRow(data: Prisma.ReportShareUncheckedCreateInput, tx: Tx): Promise<ReportShare> {
  return tx.reportShare.create({ data });
}

interface OneShare {
  readonly workspaceId: string;
  readonly reportId: string;
  readonly shareId: string;
}

/** @throws AppError NOT_FOUND */
export async function getShareRow(one: OneShare, tx: Tx): Promise<ReportShare> {
  const { workspaceId, reportId, shareId } = one;
  const row = await tx.reportShare.findFirst({ where: { id: shareId, reportId, report: { workspaceId } } });
  if (row === null) throw new AppError('NOT_FOUND', 'This link does not exist.', { context: { shareId } });
  return row;
}

export function revokeShareRow(id: string, tx: Tx): Promise<ReportShare> {
  return tx.reportShare.update({ where: { id }, data: { revokedAt: new Date() } });
}

/** The one that is neither revoked nor expired. */
export function findOpenShare(secretHash: string, now: Date): Promise<SharedRow | null> {
  return db().reportShare.findFirst({
    where: { secretHash, revokedAt: null, expiresAt: { gt: now } },
    include: withReport,
  });
}

/** Touched at most once a minute a link, so that a busy link costs no write a view. */
export async function touchShare(id: string, now: Date): Promise<void> {
  await db().reportShare.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: new Date(now.getTime() - 60_000) } }] },
    data: { lastUsedAt: now },
  });
}
