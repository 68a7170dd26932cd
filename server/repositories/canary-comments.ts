import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { CanaryComment, Prisma } from '@/server/db/generated/client';
import { OLDEST_FIRST, type PageAsked, sinceCursor } from './keyset';

/** Comments on canaries. Knows nothing of who may write them. */
type Tx = Prisma.TransactionClient;

export type CanaryCommentRow = CanaryComment;

/** One row more than asked for. */
export function listCanaryCommentRows(
  canaryId: string,
  { cursor, limit }: PageAsked,
): Promise<CanaryCommentRow[]> {
  return db().canaryComment.findMany({
    where: { canaryId, ...sinceCursor(cursor) },
    orderBy: [...OLDEST_FIRST],
    take: limit + 1,
  });
}

export function createCanaryCommentRow(
  data: Prisma.CanaryCommentUncheckedCreateInput,
  tx: Tx,
): Promise<CanaryCommentRow> {
  return tx.canaryComment.create({ data });
}

interface OneComment {
  readonly workspaceId: string;
  readonly canaryId: string;
  readonly commentId: string;
}

/** Held until the transaction ends. @throws AppError NOT_FOUND */
export async function lockCanaryCommentRow(
  { workspaceId, canaryId, commentId }: OneComment,
  tx: Tx,
): Promise<CanaryCommentRow> {
  await tx.$queryRaw`SELECT id FROM "CanaryComment" WHERE id = ${commentId} FOR UPDATE`;
  const where = { id: commentId, canaryId, canary: { workspaceId } };
  const row = await tx.canaryComment.findFirst({ where });
  if (row === null)
    throw new AppError('NOT_FOUND', 'This comment does not exist.', { context: { commentId } });
  return row;
}

/** The words go, the place stays. */
export function clearCanaryComment(id: string, tx: Tx): Promise<CanaryCommentRow> {
  return tx.canaryComment.update({ where: { id }, data: { body: '', deletedAt: new Date() } });
}
