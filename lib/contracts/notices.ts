import { z } from 'zod';
import { EVENT_KINDS } from '@/lib/domain/workspace-event';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** In-app notices to a signed-in person. */
const tag = 'Notices';

const notice = z
  .object({
    id: z.string(),
    kind: z.enum(EVENT_KINDS),
    text: z.string(),
    /** The canary concerned. */
    canaryId: z.string(),
    createdAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: 'Notice' });
export type NoticeView = z.output<typeof notice>;

const noticeInbox = pageOf(notice).extend({ unread: z.int() });
export type NoticeInboxView = z.output<typeof noticeInbox>;

const listNoticesQuery = pageQuery.extend({ unread: z.enum(['true', 'false']).default('false') });
export type ListNoticesInput = z.output<typeof listNoticesQuery>;

export const listNotices = operation({
  id: 'listNotices',
  method: 'GET',
  path: '/api/v1/notices',
  tag,
  summary: 'Notices to the caller, newest first, and the number of unread ones',
  description: 'An API key receives no notices, so its list is empty.',
  permission: 'read',
  scope: 'caller',
  query: listNoticesQuery,
  response: noticeInbox,
});

const readNoticesBody = z
  .strictObject({
    /** Left out: all of them. */
    noticeIds: z.array(identifier).min(1).max(200).optional(),
  })
  .meta({ id: 'ReadNotices' });
export type ReadNoticesInput = z.output<typeof readNoticesBody>;

export const readNotices = operation({
  id: 'readNotices',
  method: 'POST',
  path: '/api/v1/notices/read',
  tag,
  summary: 'Mark notices of the caller as read',
  permission: 'read',
  scope: 'caller',
  body: readNoticesBody,
  response: z.object({ unread: z.int() }),
});
