import { z } from 'zod';
import { REVIEW_DECISIONS, REVIEW_STATES } from '@/lib/domain/review';
import { identifier, timestamp } from './identifier';
import { roleName } from './keys';
import { operation } from './operation';

/** The review of one version of a plan or report: who is asked, what they decided on which content, what happened. */
const tag = 'Reviews';

export const reviewState = z.enum(REVIEW_STATES);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits.');
const note = z.string().trim().max(2000, 'A note has at most 2,000 characters.');

const reviewer = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null until decided. */
  decision: z.enum(REVIEW_DECISIONS).nullable(),
  note: z.string().nullable(),
  /** The content that was decided on. */
  hash: z.string().nullable(),
  askedBy: z.string(),
  askedAt: timestamp,
  decidedAt: timestamp.nullable(),
});
export type ReviewerView = z.output<typeof reviewer>;

const candidate = z.object({ userId: z.string(), name: z.string(), email: z.string(), role: roleName });
export type ReviewCandidateView = z.output<typeof candidate>;

const happened = z.object({
  id: z.string(),
  at: timestamp,
  actor: z.string(),
  /** As in the audit log: review.asked, review.decided, share.created … */
  action: z.string(),
  /** Details in words; null = none. */
  detail: z.string().nullable(),
});
export type ReviewHappening = z.output<typeof happened>;

/** Null where the asker may; otherwise the sentence that a press would be answered with. */
const whyNot = z.string().nullable();

export const reportReview = z
  .object({
    reportId: z.string(),
    kind: z.string(),
    title: z.string(),
    version: z.int(),
    state: reviewState,
    hash: z.string(),
    newest: z.object({ reportId: z.string(), version: z.int() }),
    /** Authors of the report, of its run and of its experiment. */
    authors: z.array(z.string()),
    reviewers: z.array(reviewer),
    /** Members who could be named as reviewers too. */
    candidates: z.array(candidate),
    whyNot: z.object({ name: whyNot, ask: whyNot, decide: whyNot, reopen: whyNot, discuss: whyNot }),
    openThreads: z.int(),
    /** Newest first, at most 200. */
    history: z.array(happened),
  })
  .meta({ id: 'ReportReview' });
export type ReportReviewView = z.output<typeof reportReview>;

export const reportParams = z.object({ reportId: identifier });

const reviewerIds = z.array(identifier).max(20, 'A review has at most 20 reviewers.');

export const readReview = operation({
  id: 'readReview',
  method: 'GET',
  path: '/api/v1/reports/{reportId}/review',
  tag,
  summary:
    'The review of a report: its state, who has to decide, what was decided on which content, what happened',
  permission: 'read',
  scope: 'reportId',
  params: reportParams,
  response: reportReview,
});

export const setReviewersBody = z.strictObject({ reviewers: reviewerIds }).meta({ id: 'SetReviewers' });
export type SetReviewersInput = z.output<typeof setReviewersBody>;

export const setReviewers = operation({
  id: 'setReviewers',
  method: 'PUT',
  path: '/api/v1/reports/{reportId}/reviewers',
  tag,
  summary: 'Name the people who are to decide',
  description: 'While a review is under way people can only be added.',
  permission: 'discuss',
  scope: 'reportId',
  params: reportParams,
  body: setReviewersBody,
  response: reportReview,
});

export const requestReviewBody = z
  .strictObject({
    /** Reviewers to ask; if left out, the reviewers already named. */
    reviewers: reviewerIds.optional(),
  })
  .meta({ id: 'RequestReview' });
export type RequestReviewInput = z.output<typeof requestReviewBody>;

export const requestReview = operation({
  id: 'requestReview',
  method: 'POST',
  path: '/api/v1/reports/{reportId}/request-review',
  tag,
  summary: 'Ask the reviewers to decide',
  permission: 'discuss',
  scope: 'reportId',
  params: reportParams,
  body: requestReviewBody,
  response: reportReview,
});

export const decideReviewBody = z
  .strictObject({ decision: z.enum(REVIEW_DECISIONS), note: note.default(''), hash: sha256 })
  .meta({ id: 'DecideReview' });
export type DecideReviewInput = z.output<typeof decideReviewBody>;

export const decideReview = operation({
  id: 'decideReview',
  method: 'POST',
  path: '/api/v1/reports/{reportId}/decide',
  tag,
  summary: 'Accept or reject a report under the hash that was read',
  description:
    'Takes a person who was asked, is no author, and has signed in or confirmed their password (confirmSignIn) in the last 15 minutes. Another hash than the present one is refused, as is an acceptance by an account made after the review began.',
  permission: 'review',
  scope: 'reportId',
  params: reportParams,
  body: decideReviewBody,
  response: reportReview,
});

export const reopenReviewBody = z
  .strictObject({ note: note.min(1, 'Say why it goes back to draft.') })
  .meta({ id: 'ReopenReview' });
export type ReopenReviewInput = z.output<typeof reopenReviewBody>;

export const reopenReview = operation({
  id: 'reopenReview',
  method: 'POST',
  path: '/api/v1/reports/{reportId}/reopen',
  tag,
  summary: 'Take a report back to draft; its decisions are void and stay in the history',
  permission: 'discuss',
  scope: 'reportId',
  params: reportParams,
  body: reopenReviewBody,
  response: reportReview,
});
