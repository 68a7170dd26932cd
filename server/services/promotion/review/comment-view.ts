import type { CommentView } from '@/lib/contracts/report-comments';
import type { Actor } from '@/lib/domain/actor';
import { isOwnComment } from '@/lib/policy/commenting';
import type { MembershipRow } from '@/server/repositories/people';
import type { CommentRow } from '@/server/repositories/report-comments';

/** A comment as its reader sees it. */
export function commentView(
  row: CommentRow,
  actor: Pick<Actor, 'userId' | 'name'>,
  members: readonly MembershipRow[],
): CommentView {
  const mentioned = new Set(row.mentions.map(({ userId }) => userId));
  return {
    id: row.id,
    reportId: row.reportId,
    section: row.section,
    parentId: row.parentId,
    body: row.body,
    author: row.author,
    isMine: isOwnComment(row, actor),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolvedBy,
    mentions: members
      .filter(({ userId }) => mentioned.has(userId))
      .map(({ userId, user }) => ({ userId, name: user.name, email: user.email })),
    unknownMentions: [],
  };
}
