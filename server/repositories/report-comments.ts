import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { OLDEST_FIRST, type PageAsked, sinceCursor } from './keyset';

/** Comments on reports and whom they mention. Rows are found by workspace, through their report. */
type Tx = Prisma.TransactionClient;

const withMentions = { mentions: true } as const;
const withPlace = {
  comment: { include: { report: { select: { id: true, title: true, version: true } } } },
} as const;

export type CommentRow = Prisma.ReportCommentGetPayload<{ include: typeof withMentions }>;
export type MentionRow = Prisma.MentionGetPayload<{ include: typeof withPlace }>;

/** One row more than asked for. */
export function listCommentRows(reportId: string, { cursor, limit }: PageAsked): Promise<CommentRow[]> {
  return db().reportComment.findMany({
    where: { reportId, ...sinceCursor(cursor) },
    include: withMentions,
    orderBy: [...OLDEST_FIRST],
    take: limit + 1,
  });
}

interface OneComment {
  readonly workspaceId: string;
  readonly reportId: string;
  readonly commentId: string;
}

/** @throws AppError NOT_FOUND */
export async function getCommentRow(one: OneComment, tx: Tx): Promise<CommentRow> {
  const { workspaceId, reportId, commentId } = one;
  const row = await tx.reportComment.findFirst({
    where: { id: commentId, reportId, report: { workspaceId } },
    include: withMentions,
  });
  if (row === null)
    throw new AppError('NOT_FOUND', 'This comment does not exist.', { context: { commentId } });
  return row;
}

/** Held until the transaction ends: a comment is not written anew while it is deleted. @throws AppError NOT_FOUND */
export async function lockCommentRow(one: OneComment, tx: Tx): Promise<CommentRow> {
  await tx.$queryRaw`
    select comment.id from "ReportComment" as comment join "StrategyReport" as report on report.id = comment."reportId"
    where comment.id = ${one.commentId} and report."workspaceId" = ${one.workspaceId} for update of comment`;
  return getCommentRow(one, tx);
}

export function createCommentRow(
  data: Prisma.ReportCommentUncheckedCreateInput,
  tx: Tx,
): Promise<CommentRow> {
  return tx.reportComment.create({ data, include: withMentions });
}

export function changeCommentRow(
  id: string,
  data: Prisma.ReportCommentUncheckedUpdateInput,
  tx: Tx,
): Promise<CommentRow> {
  return tx.reportComment.update({ where: { id }, data, include: withMentions });
}

/** Keeps the read mark of people who stay mentioned. */
export async function setMentions(commentId: string, userIds: readonly string[], tx: Tx): Promise<void> {
  await tx.mention.deleteMany({ where: { commentId, userId: { notIn: [...userIds] } } });
  await tx.mention.createMany({
    data: userIds.map((userId) => ({ commentId, userId })),
    skipDuplicates: true,
  });
}

export function countOpenThreads(reportId: string): Promise<number> {
  return db().reportComment.count({
    where: { reportId, parentId: null, resolvedAt: null, deletedAt: null },
  });
}

interface Inbox {
  readonly workspaceId: string;
  readonly userId: string;
}

function inboxOf({ workspaceId, userId }: Inbox) {
  return { userId, comment: { deletedAt: null, report: { workspaceId } } };
}

interface MentionPage extends Inbox {
  readonly unread: boolean;
  /** Where the page begins: the last comment of the page before. */
  readonly after: Prisma.ReportCommentWhereInput;
  readonly take: number;
}

export function listMentionRows({ unread, after, take, ...inbox }: MentionPage): Promise<MentionRow[]> {
  const { comment, userId } = inboxOf(inbox);
  return db().mention.findMany({
    where: { userId, comment: { ...comment, ...after }, ...(unread ? { readAt: null } : {}) },
    include: withPlace,
    orderBy: [{ comment: { createdAt: 'desc' } }, { commentId: 'desc' }],
    take,
  });
}

export function countUnread(inbox: Inbox): Promise<number> {
  return db().mention.count({ where: { ...inboxOf(inbox), readAt: null } });
}

export async function markRead(inbox: Inbox, commentIds: readonly string[] | undefined): Promise<void> {
  await db().mention.updateMany({
    where: {
      ...inboxOf(inbox),
      readAt: null,
      ...(commentIds ? { commentId: { in: [...commentIds] } } : {}),
    },
    data: { readAt: new Date() },
  });
}
