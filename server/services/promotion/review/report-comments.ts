import { ulid } from 'ulid';
import type {
  CommentView,
  CreateCommentInput,
  EditCommentInput,
  ResolveCommentInput,
} from '@/lib/contracts/report-comments';
import type { Actor } from '@/lib/domain/actor';
import { assertBeginsThread, assertCommentChanges } from '@/lib/policy/commenting';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { cutPage, type PageAsked, type PageOf } from '@/server/repositories/keyset';
import { listMemberships } from '@/server/repositories/people';
import {
  type CommentRow,
  changeCommentRow,
  createCommentRow,
  getCommentRow,
  listCommentRows,
  lockCommentRow,
  setMentions,
} from '@/server/repositories/report-comments';
import { getReviewedReport } from '@/server/repositories/reviews';
import { recordAudit } from '@/server/services/audit/record-audit';
import { commentView } from './comment-view';
import { toldPeople } from './told-people';

/** Comments on a report: written, changed, deleted, resolved. The audit log notes each, never the words themselves. */
type Tx = Prisma.TransactionClient;

interface OneReport {
  readonly reportId: string;
}
interface OneComment extends OneReport {
  readonly commentId: string;
}

export async function listComments(
  actor: Actor<'read'>,
  { reportId, ...page }: OneReport & PageAsked,
): Promise<PageOf<CommentView>> {
  await getReviewedReport(actor.workspaceId, reportId);
  const [rows, members] = await Promise.all([
    listCommentRows(reportId, page),
    listMemberships(actor.workspaceId),
  ]);
  const { items, nextCursor } = cutPage(rows, page.limit);
  return { items: items.map((row) => commentView(row, actor, members)), nextCursor };
}

export async function createComment(
  actor: Actor<'discuss'>,
  { reportId, body, section, parentId }: OneReport & CreateCommentInput,
): Promise<CommentView> {
  const { workspaceId, userId, name } = actor;
  return db().$transaction(async (tx) => {
    await getReviewedReport(workspaceId, reportId, tx);
    const parent =
      parentId === null ? null : await getCommentRow({ workspaceId, reportId, commentId: parentId }, tx);
    if (parent) assertBeginsThread(parent);
    const place = { reportId, parentId, section: parent ? parent.section : section };
    const row = await createCommentRow(
      { id: `cmt_${ulid()}`, ...place, body, authorId: userId, author: name },
      tx,
    );
    const written = await mentionPeople(actor, row, tx);
    await note(actor, parent ? 'comment.answered' : 'comment.written', row, tx);
    return written;
  });
}

export async function editComment(
  actor: Actor<'discuss'>,
  { body, ...one }: OneComment & EditCommentInput,
): Promise<CommentView> {
  return change(actor, one, async (before, tx) => {
    assertCommentChanges(factsOf(before), actor);
    if (before.body === body) return mentionPeople(actor, before, tx);
    const row = await changeCommentRow(before.id, { body, editedAt: new Date() }, tx);
    await note(actor, 'comment.edited', row, tx);
    return mentionPeople(actor, row, tx);
  });
}

/** Deletes the text and keeps the place; the people mentioned are no longer told. */
export async function deleteComment(actor: Actor<'discuss'>, one: OneComment): Promise<CommentView> {
  return change(actor, one, async (before, tx) => {
    assertCommentChanges(factsOf(before), actor);
    await setMentions(before.id, [], tx);
    const row = await changeCommentRow(before.id, { body: '', deletedAt: new Date() }, tx);
    await note(actor, 'comment.deleted', row, tx);
    return commentView(row, actor, []);
  });
}

/** Doing it again changes nothing. */
export async function resolveComment(
  actor: Actor<'discuss'>,
  { resolved, ...one }: OneComment & ResolveCommentInput,
): Promise<CommentView> {
  return change(actor, one, async (before, tx) => {
    assertBeginsThread(before);
    const members = await listMemberships(actor.workspaceId, tx);
    if ((before.resolvedAt !== null) === resolved) return commentView(before, actor, members);
    const data = resolved
      ? { resolvedAt: new Date(), resolvedBy: actor.name }
      : { resolvedAt: null, resolvedBy: null };
    const row = await changeCommentRow(before.id, data, tx);
    await note(actor, resolved ? 'comment.resolved' : 'comment.reopened', row, tx);
    return commentView(row, actor, members);
  });
}

async function change(
  actor: Actor<'discuss'>,
  { reportId, commentId }: OneComment,
  work: (before: CommentRow, tx: Tx) => Promise<CommentView>,
): Promise<CommentView> {
  const { workspaceId } = actor;
  return db().$transaction(async (tx) =>
    work(await lockCommentRow({ workspaceId, reportId, commentId }, tx), tx),
  );
}

async function mentionPeople(actor: Actor, row: CommentRow, tx: Tx): Promise<CommentView> {
  const members = await listMemberships(actor.workspaceId, tx);
  const { userIds, unknown } = toldPeople(row.body, actor, members);
  await setMentions(row.id, userIds, tx);
  const mentions = userIds.map((userId) => ({ commentId: row.id, userId, readAt: null }));
  return { ...commentView({ ...row, mentions }, actor, members), unknownMentions: [...unknown] };
}

function factsOf({ authorId, author, parentId, deletedAt }: CommentRow) {
  return { authorId, author, parentId, isDeleted: deletedAt !== null };
}

async function note(actor: Actor, action: string, row: CommentRow, tx: Tx): Promise<void> {
  await recordAudit(tx, actor, action, row.reportId, { commentId: row.id, section: row.section });
}
