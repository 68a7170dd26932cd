import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, wholePageQuery } from './page';
import { reportParams } from './reviews';

/** Read-only links that show one version of a report to anyone with the link, until they expire or are revoked. */
const tag = 'Reviews';

export const SHARE_DAYS_MAX = 90;
export const SHARE_DAYS_DEFAULT = 14;

export const share = z
  .object({
    id: z.string(),
    reportId: z.string(),
    state: z.enum(['open', 'expired', 'revoked']),
    createdBy: z.string(),
    createdAt: timestamp,
    expiresAt: timestamp,
    revokedAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'ReportShare' });
export type ShareView = z.output<typeof share>;

export const listShares = operation({
  id: 'listShares',
  method: 'GET',
  path: '/api/v1/reports/{reportId}/shares',
  tag,
  summary: 'Links that share a report, newest first; never their secrets',
  permission: 'discuss',
  scope: 'reportId',
  params: reportParams,
  query: wholePageQuery,
  response: pageOf(share),
});

export const createShareBody = z
  .strictObject({ expiresInDays: z.int().min(1).max(SHARE_DAYS_MAX).default(SHARE_DAYS_DEFAULT) })
  .meta({ id: 'CreateShare' });
export type CreateShareInput = z.output<typeof createShareBody>;

export const createShare = operation({
  id: 'createShare',
  method: 'POST',
  path: '/api/v1/reports/{reportId}/shares',
  tag,
  summary: 'Make a link that shows this version read-only; its secret is in this answer and nowhere else',
  permission: 'discuss',
  scope: 'reportId',
  params: reportParams,
  body: createShareBody,
  response: z.object({ share, path: z.string() }),
  status: 201,
});

export const revokeShare = operation({
  id: 'revokeShare',
  method: 'DELETE',
  path: '/api/v1/reports/{reportId}/shares/{shareId}',
  tag,
  summary: 'Revoke a link at once',
  permission: 'discuss',
  scope: 'reportId',
  params: reportParams.extend({ shareId: identifier }),
  response: share,
});
