import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Inbox of a signed-in person: comments that mention them, reviews requested from them. */
const tag = 'Reviews';

const mention = z
  .object({
    commentId: z.string(),
    reportId: z.string(),
    reportTitle: z.string(),
    version: z.int(),
    section: z.int().nullable(),
    author: z.string(),
    body: z.string(),
    createdAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: 'Mention' });
export type MentionView = z.output<typeof mention>;

const askedReview = z.object({
  reportId: z.string(),
  reportTitle: z.string(),
  version: z.int(),
  askedBy: z.string(),
  askedAt: timestamp,
});

export const inbox = pageOf(mention).extend({
  unread: z.int(),
  /** Reviews under way that this person has not decided. */
  waiting: z.array(askedReview),
});
export type InboxView = z.output<typeof inbox>;

export const listMentionsQuery = pageQuery.extend({ unread: z.enum(['true', 'false']).default('false') });
export type ListMentionsInput = z.output<typeof listMentionsQuery>;

export const listMentions = operation({
  id: 'listMentions',
  method: 'GET',
  path: '/api/v1/mentions',
  tag,
  summary: 'Comments that mention the caller, newest first, and reviews that wait for their decision',
  description: 'An API key cannot be mentioned, so its inbox is empty.',
  permission: 'read',
  scope: 'caller',
  query: listMentionsQuery,
  response: inbox,
});

export const readMentionsBody = z
  .strictObject({
    /** Left out: all of them. */
    commentIds: z.array(identifier).min(1).max(200).optional(),
  })
  .meta({ id: 'ReadMentions' });
export type ReadMentionsInput = z.output<typeof readMentionsBody>;

export const readMentions = operation({
  id: 'readMentions',
  method: 'POST',
  path: '/api/v1/mentions/read',
  tag,
  summary: 'Mark mentions of the caller as read',
  permission: 'read',
  scope: 'caller',
  body: readMentionsBody,
  response: z.object({ unread: z.int() }),
});
