import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, wholePageQuery } from './page';
import { reportParams } from './reviews';

/** Comments on a report, on the whole of it or on one of its sections, in threads of one level. */
const tag = 'Reviews';

/** Markdown; HTML in it is shown as text. */
const body = z
  .string()
  .trim()
  .min(1, 'Write something first.')
  .max(10_000, 'A comment has at most 10,000 characters.');
const section = z.int().min(1).max(10);

export const comment = z
  .object({
    id: z.string(),
    reportId: z.string(),
    /** Null: on the whole. */
    section: section.nullable(),
    /** Null: it begins a thread. */
    parentId: z.string().nullable(),
    /** Empty once deleted; the place stays. */
    body: z.string(),
    author: z.string(),
    isMine: z.boolean(),
    createdAt: timestamp,
    editedAt: timestamp.nullable(),
    deletedAt: timestamp.nullable(),
    resolvedAt: timestamp.nullable(),
    resolvedBy: z.string().nullable(),
    mentions: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
    /** Apparent mentions that match no member of this workspace; only in the answer to the comment's author. */
    unknownMentions: z.array(z.string()),
  })
  .meta({ id: 'ReportComment' });
export type CommentView = z.output<typeof comment>;

const oneComment = reportParams.extend({ commentId: identifier });

export const listComments = operation({
  id: 'listComments',
  method: 'GET',
  path: '/api/v1/reports/{reportId}/comments',
  tag,
  summary: 'Comments on a report, oldest first',
  permission: 'read',
  scope: 'reportId',
  params: reportParams,
  query: wholePageQuery,
  response: pageOf(comment),
});

export const createCommentBody = z
  .strictObject({
    body,
    section: section.nullable().default(null),
    /** The comment that is answered; its section counts then. */
    parentId: identifier.nullable().default(null),
  })
  .meta({ id: 'CreateComment' });
export type CreateCommentInput = z.output<typeof createCommentBody>;

export const createComment = operation({
  id: 'createComment',
  method: 'POST',
  path: '/api/v1/reports/{reportId}/comments',
  tag,
  summary: 'Comment on a report, or answer a comment; @name and @e-mail tell people of the workspace',
  permission: 'discuss',
  scope: 'reportId',
  params: reportParams,
  body: createCommentBody,
  response: comment,
  status: 201,
});

export const editCommentBody = z.strictObject({ body }).meta({ id: 'EditComment' });
export type EditCommentInput = z.output<typeof editCommentBody>;

export const editComment = operation({
  id: 'editComment',
  method: 'PATCH',
  path: '/api/v1/reports/{reportId}/comments/{commentId}',
  tag,
  summary: 'Change a comment of one’s own',
  permission: 'discuss',
  scope: 'reportId',
  params: oneComment,
  body: editCommentBody,
  response: comment,
});

export const deleteComment = operation({
  id: 'deleteComment',
  method: 'DELETE',
  path: '/api/v1/reports/{reportId}/comments/{commentId}',
  tag,
  summary: 'Delete a comment of one’s own; its place stays, so that the answers still make sense',
  permission: 'discuss',
  scope: 'reportId',
  params: oneComment,
  response: comment,
});

export const resolveCommentBody = z.strictObject({ resolved: z.boolean() }).meta({ id: 'ResolveComment' });
export type ResolveCommentInput = z.output<typeof resolveCommentBody>;

export const resolveComment = operation({
  id: 'resolveComment',
  method: 'POST',
  path: '/api/v1/reports/{reportId}/comments/{commentId}/resolution',
  tag,
  summary: 'Resolve a thread, or open it again',
  permission: 'discuss',
  scope: 'reportId',
  params: oneComment,
  body: resolveCommentBody,
  response: comment,
});
