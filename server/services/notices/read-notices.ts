import type {
  ListNoticesInput,
  NoticeInboxView,
  NoticeView,
  ReadNoticesInput,
} from '@/lib/contracts/notices';
import type { Actor } from '@/lib/domain/actor';
import { cutPage } from '@/server/repositories/keyset';
import {
  countUnreadNotices,
  listNoticeRows,
  markNoticesRead,
  type NoticeRow,
} from '@/server/repositories/notices';

/** A person's notices, and marks that they were read. Keys have no notices. */
export async function listNotices(
  actor: Actor<'read'>,
  { limit, cursor, unread: only }: ListNoticesInput,
): Promise<NoticeInboxView> {
  const { workspaceId, userId } = actor;
  if (userId === null) return { items: [], nextCursor: null, unread: 0 };
  const inbox = { workspaceId, userId };
  const [rows, unread] = await Promise.all([
    listNoticeRows({ ...inbox, unread: only === 'true', cursor, limit }),
    countUnreadNotices(inbox),
  ]);
  const { items, nextCursor } = cutPage(rows, limit);
  return { items: items.map(noticeView), nextCursor, unread };
}

export async function readNotices(
  actor: Actor<'read'>,
  { noticeIds }: ReadNoticesInput,
): Promise<{ unread: number }> {
  const { workspaceId, userId } = actor;
  if (userId === null) return { unread: 0 };
  await markNoticesRead({ workspaceId, userId }, noticeIds);
  return { unread: await countUnreadNotices({ workspaceId, userId }) };
}

function noticeView({ id, kind, text, subject, createdAt, readAt }: NoticeRow): NoticeView {
  return {
    ...{ id, text, canaryId: subject },
    kind: kind as NoticeView['kind'],
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}
