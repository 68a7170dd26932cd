import { db } from '@/server/db/client';
import type { Notice, Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Notices to people in the app. Knows nothing of their causes. */
type Tx = Prisma.TransactionClient;

export type NoticeRow = Notice;

export interface NoticeInbox {
  readonly workspaceId: string;
  readonly userId: string;
}

export async function createNoticeRows(rows: readonly Prisma.NoticeCreateManyInput[], tx: Tx): Promise<void> {
  if (rows.length > 0) await tx.notice.createMany({ data: [...rows] });
}

export interface NoticePage extends NoticeInbox {
  readonly unread: boolean;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listNoticeRows(page: NoticePage): Promise<NoticeRow[]> {
  const { workspaceId, userId, unread, cursor, limit } = page;
  return db().notice.findMany({
    where: { workspaceId, userId, ...(unread ? { readAt: null } : {}), ...afterCursor(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  });
}

export function countUnreadNotices({ workspaceId, userId }: NoticeInbox): Promise<number> {
  return db().notice.count({ where: { workspaceId, userId, readAt: null } });
}

/** Left out: all of them. */
export async function markNoticesRead(
  { workspaceId, userId }: NoticeInbox,
  ids: readonly string[] | undefined,
): Promise<void> {
  await db().notice.updateMany({
    where: { workspaceId, userId, readAt: null, ...(ids ? { id: { in: [...ids] } } : {}) },
    data: { readAt: new Date() },
  });
}

/** Marks requests as read once a person has answered them: for that person, or for everybody where `userId` is left out. */
export async function settleNotices(
  about: { readonly subject: string; readonly kind: string; readonly userId?: string | undefined },
  tx: Tx,
): Promise<void> {
  await tx.notice.updateMany({ where: { ...about, readAt: null }, data: { readAt: new Date() } });
}
