import type { InboxView, ListMentionsInput, MentionView, ReadMentionsInput } from '@/lib/contracts/mentions';
import type { Actor } from '@/lib/domain/actor';
import { afterCursor, cutPage } from '@/server/repositories/keyset';
import {
  countUnread,
  listMentionRows,
  type MentionRow,
  markRead,
} from '@/server/repositories/report-comments';
import { listAskedReviews, newestAmong } from '@/server/repositories/reviews';

/** A person's inbox: mentions, and reviews that they have not decided. A key has none. */
export async function listMentions(actor: Actor<'read'>, input: ListMentionsInput): Promise<InboxView> {
  const { workspaceId, userId } = actor;
  const after = afterCursor(input.cursor);
  if (userId === null) return { items: [], nextCursor: null, unread: 0, waiting: [] };
  const inbox = { workspaceId, userId };
  const [rows, unread, waiting] = await Promise.all([
    listMentionRows({ ...inbox, unread: input.unread === 'true', after, take: input.limit + 1 }),
    countUnread(inbox),
    reviewsWaiting(workspaceId, userId),
  ]);
  const keyed = rows.map((row) => ({ row, createdAt: row.comment.createdAt, id: row.commentId }));
  const { items, nextCursor } = cutPage(keyed, input.limit);
  return { items: items.map(({ row }) => mentionView(row)), nextCursor, unread, waiting };
}

export async function readMentions(
  actor: Actor<'read'>,
  { commentIds }: ReadMentionsInput,
): Promise<{ unread: number }> {
  const { workspaceId, userId } = actor;
  if (userId === null) return { unread: 0 };
  await markRead({ workspaceId, userId }, commentIds);
  return { unread: await countUnread({ workspaceId, userId }) };
}

/** Leaves out older versions: only the newest can be decided. */
async function reviewsWaiting(workspaceId: string, userId: string): Promise<InboxView['waiting']> {
  const asked = await listAskedReviews(workspaceId, userId);
  const newest = await newestAmong(
    workspaceId,
    asked.map(({ reportId }) => reportId),
  );
  const open = asked.filter(({ reportId }) => newest.has(reportId));
  return open.map(({ report, askedBy, askedAt }) => ({
    reportId: report.id,
    reportTitle: report.title,
    version: report.version,
    askedBy,
    askedAt: askedAt.toISOString(),
  }));
}

function mentionView({ comment, commentId, readAt }: MentionRow): MentionView {
  return {
    commentId,
    reportId: comment.report.id,
    reportTitle: comment.report.title,
    version: comment.report.version,
    section: comment.section,
    author: comment.author,
    body: comment.body,
    createdAt: comment.createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}
