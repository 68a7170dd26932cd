import { ulid } from 'ulid';
import type { CanaryCommentView, CreateCanaryCommentInput } from '@/lib/contracts/approvals';
import type { Actor } from '@/lib/domain/actor';
import { findMentions } from '@/lib/domain/mention';
import { assertCommentChanges, isOwnComment } from '@/lib/policy/commenting';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { type CanaryRow, getCanaryRow } from '@/server/repositories/canaries';
import {
  type CanaryCommentRow,
  clearCanaryComment,
  createCanaryCommentRow,
  listCanaryCommentRows,
  lockCanaryCommentRow,
} from '@/server/repositories/canary-comments';
import { cutPage, type PageAsked, type PageOf } from '@/server/repositories/keyset';
import { listMemberships, type MembershipRow } from '@/server/repositories/people';
import { recordAudit } from '@/server/services/audit/record-audit';
import { announce } from '@/server/services/webhooks/announce';
import { toldPeople } from './told-people';

/** Comments on a canary. The audit log notes each, never the words themselves. */
interface OneCanary {
  readonly canaryId: string;
}

export async function listCanaryComments(
  actor: Actor<'read'>,
  { canaryId, ...page }: OneCanary & PageAsked,
): Promise<PageOf<CanaryCommentView>> {
  await getCanaryRow(actor.workspaceId, canaryId);
  const members = await listMemberships(actor.workspaceId);
  const { items, nextCursor } = cutPage(await listCanaryCommentRows(canaryId, page), page.limit);
  return { items: items.map((row) => commentView(row, actor, members)), nextCursor };
}

export async function createCanaryComment(
  actor: Actor<'discuss'>,
  { canaryId, body }: OneCanary & CreateCanaryCommentInput,
): Promise<CanaryCommentView> {
  const { workspaceId, userId, name } = actor;
  return db().$transaction(async (tx) => {
    const canary = await getCanaryRow(workspaceId, canaryId, tx);
    const about = { id: `cmt_${ulid()}`, canaryId, body, authorId: userId, author: name };
    const row = await createCanaryCommentRow(about, tx);
    await recordAudit(tx, actor, 'canary.commented', canaryId, { commentId: row.id });
    const members = await listMemberships(workspaceId, tx);
    const { userIds, unknown } = toldPeople(body, actor, members);
    if (userIds.length > 0) await tellMentioned(tx, { actor, canary, userIds });
    return { ...commentView(row, actor, members), unknownMentions: [...unknown] };
  });
}

export async function deleteCanaryComment(
  actor: Actor<'discuss'>,
  { canaryId, commentId }: OneCanary & { readonly commentId: string },
): Promise<CanaryCommentView> {
  const { workspaceId } = actor;
  return db().$transaction(async (tx) => {
    const before = await lockCanaryCommentRow({ workspaceId, canaryId, commentId }, tx);
    const { authorId, author, deletedAt } = before;
    assertCommentChanges({ authorId, author, parentId: null, isDeleted: deletedAt !== null }, actor);
    const row = await clearCanaryComment(commentId, tx);
    await recordAudit(tx, actor, 'canary.commentDeleted', canaryId, { commentId });
    return commentView(row, actor, []);
  });
}

interface Mentioned {
  readonly actor: Actor;
  readonly canary: CanaryRow;
  readonly userIds: readonly string[];
}

async function tellMentioned(
  tx: Prisma.TransactionClient,
  { actor, canary, userIds }: Mentioned,
): Promise<void> {
  const what = `version ${canary.challenger.version} for “${canary.slot.name}”`;
  await announce(tx, {
    kind: 'comment.mentioned',
    workspaceId: actor.workspaceId,
    canaryId: canary.id,
    actor: actor.name,
    atMs: Date.now(),
    detail: {},
    text: `${actor.name} mentioned you in a comment on ${what}.`,
    audience: { kind: 'people', userIds },
  });
}

/** Who is meant is read from the text each time: a name that changed is no mention any more. */
function commentView(
  row: CanaryCommentRow,
  actor: Actor,
  members: readonly MembershipRow[],
): CanaryCommentView {
  const { id, canaryId, body, author, createdAt, deletedAt } = row;
  const people = members.map(({ userId, user }) => ({ userId, name: user.name, email: user.email }));
  const meant = new Set(findMentions(body, people).flatMap(({ userIds }) => userIds));
  return {
    ...{ id, canaryId, body, author, isMine: isOwnComment(row, actor), unknownMentions: [] },
    mentions: people.filter(({ userId }) => meant.has(userId)),
    createdAt: createdAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}
