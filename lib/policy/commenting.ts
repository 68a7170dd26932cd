import { COMMENT_FITS_THREAD, COMMENT_IS_OWN } from './rules/review';
import { refusal } from './rules/rule';

/** Changes that an author may make to a comment. Roles decide separately who may comment. */
export interface CommentFacts {
  /** Null where a key wrote it. */
  readonly authorId: string | null;
  readonly author: string;
  readonly parentId: string | null;
  readonly isDeleted: boolean;
}

interface Writer {
  readonly userId: string | null;
  readonly name: string;
}

/** A person is known by their id, a key by its name. */
export function isOwnComment(comment: Pick<CommentFacts, 'authorId' | 'author'>, writer: Writer): boolean {
  if (comment.authorId !== null) return comment.authorId === writer.userId;
  return writer.userId === null && comment.author === writer.name;
}

/** @throws AppError for a comment of another author or a deleted one. */
export function assertCommentChanges(comment: CommentFacts, writer: Writer): void {
  if (!isOwnComment(comment, writer)) throw refusal(COMMENT_IS_OWN);
  if (comment.isDeleted) throw refusal(COMMENT_FITS_THREAD);
}

/** Threads have one level: what begins one is answered and resolved. A deleted beginning still holds its answers. */
export function assertBeginsThread(comment: Pick<CommentFacts, 'parentId'>): void {
  if (comment.parentId !== null) throw refusal(COMMENT_FITS_THREAD);
}
