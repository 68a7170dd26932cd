import { z } from 'zod';
import { canaryEvidence } from './canary-evidence';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, wholePageQuery } from './page';
import { challengerWeight } from './prompt-weight';

/** Approvals that a prompt needs before it goes live, the decisions, and the comments on them. */
const tag = 'Approvals';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits.');
const note = z.string().trim().max(2000, 'A note has at most 2,000 characters.');
const canaryParams = z.object({ canaryId: identifier });

const shownPrompt = z.object({ id: z.string(), version: z.int(), sha256: z.string(), text: z.string() });

const decision = z.object({
  id: z.string(),
  userId: z.string(),
  /** As in the audit log: the e-mail address. */
  name: z.string(),
  decision: z.enum(['approved', 'changesRequested']),
  /** The evidence that was decided on. */
  hash: z.string(),
  note: z.string(),
  at: timestamp,
  /** It binds the evidence as it is now. */
  counts: z.boolean(),
});
export type ApprovalDecision = z.output<typeof decision>;

/** Null where the asker may; otherwise the sentence that a press would be answered with. */
const whyNot = z.string().nullable();

export const approvalView = z
  .object({
    canaryId: z.string(),
    state: z.string(),
    /** Hash of the evidence that an approval must name; null before there is a verdict. */
    hash: z.string().nullable(),
    evidence: canaryEvidence.nullable(),
    /** A part of the evidence has changed: with the next decision, earlier approvals no longer count. */
    isOutdated: z.boolean(),
    /** Changes were asked for, and the evidence is still the same. */
    isHeld: z.boolean(),
    /** Held-out result of the challenger and the required value; null where nothing was measured. */
    heldOut: z
      .object({
        measure: z.enum(['score', 'gain']),
        observed: z.number(),
        shown: z.number().nullable().describe('Corrected lower bound; null = no interval.'),
        asked: z.number(),
        n: z.int(),
      })
      .nullable(),
    /** Null where the split has no confirmation examples. */
    confirmation: z
      .object({
        examples: z.int(),
        gain: z.object({ mean: z.number(), lower: z.number().nullable(), n: z.int() }).nullable(),
      })
      .nullable(),
    /** Tokens that the challenger has and adds to each call, against the live prompt. */
    weight: challengerWeight,
    prompts: z.object({ incumbent: shownPrompt.nullable(), challenger: shownPrompt }),
    /** None of them may approve. */
    authors: z.array(z.string()),
    approversNeeded: z.int(),
    approversMissing: z.int(),
    /** Newest first. */
    decisions: z.array(decision),
    whyNot: z.object({ approve: whyNot, requestChanges: whyNot, goLive: whyNot, comment: whyNot }),
  })
  .meta({ id: 'CanaryApproval' });
export type ApprovalView = z.output<typeof approvalView>;

export const readApproval = operation({
  id: 'readApproval',
  method: 'GET',
  path: '/api/v1/canaries/{canaryId}/approval',
  tag,
  summary: 'The evidence of a canary with its hash, who has to approve it, and what was decided',
  permission: 'read',
  scope: 'canaryId',
  params: canaryParams,
  response: approvalView,
});

export const approveCanaryBody = z
  .strictObject({ hash: sha256, note: note.default('') })
  .meta({ id: 'ApproveCanary' });
export type ApproveCanaryInput = z.output<typeof approveCanaryBody>;

export const approveCanary = operation({
  id: 'approveCanary',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/approval',
  tag,
  summary: 'Approve the evidence under the hash that was read',
  description:
    'Takes an owner or reviewer who made nothing of it, was a member before the registration, and has signed in or confirmed their password (confirmSignIn) in the last 15 minutes; never an API key.',
  permission: 'review',
  scope: 'canaryId',
  params: canaryParams,
  body: approveCanaryBody,
  response: approvalView,
});

export const requestChangesBody = z
  .strictObject({ note: note.min(1, 'Say what has to change.') })
  .meta({ id: 'RequestChanges' });
export type RequestChangesInput = z.output<typeof requestChangesBody>;

export const requestCanaryChanges = operation({
  id: 'requestCanaryChanges',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/changes',
  tag,
  summary: 'Ask for changes: nothing goes live until the evidence has changed',
  permission: 'review',
  scope: 'canaryId',
  params: canaryParams,
  body: requestChangesBody,
  response: approvalView,
});

const canaryComment = z
  .object({
    id: z.string(),
    canaryId: z.string(),
    /** Empty once deleted; the place stays. */
    body: z.string(),
    author: z.string(),
    isMine: z.boolean(),
    createdAt: timestamp,
    deletedAt: timestamp.nullable(),
    /** Whom the text means by an "@". */
    mentions: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
    /** Apparent mentions that match no member of this workspace; only in the answer to the comment's author. */
    unknownMentions: z.array(z.string()),
  })
  .meta({ id: 'CanaryComment' });
export type CanaryCommentView = z.output<typeof canaryComment>;

export const listCanaryComments = operation({
  id: 'listCanaryComments',
  method: 'GET',
  path: '/api/v1/canaries/{canaryId}/comments',
  tag,
  summary: 'Comments on a canary, oldest first',
  permission: 'read',
  scope: 'canaryId',
  params: canaryParams,
  query: wholePageQuery,
  response: pageOf(canaryComment),
});

export const createCanaryCommentBody = z
  .strictObject({
    /** Markdown; HTML in it is shown as text. */
    body: z
      .string()
      .trim()
      .min(1, 'Write something first.')
      .max(10_000, 'A comment has at most 10,000 characters.'),
  })
  .meta({ id: 'CreateCanaryComment' });
export type CreateCanaryCommentInput = z.output<typeof createCanaryCommentBody>;

export const createCanaryComment = operation({
  id: 'createCanaryComment',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/comments',
  tag,
  summary: 'Comment on a canary; @name and @e-mail tell people of the workspace',
  permission: 'discuss',
  scope: 'canaryId',
  params: canaryParams,
  body: createCanaryCommentBody,
  response: canaryComment,
  status: 201,
});

export const deleteCanaryComment = operation({
  id: 'deleteCanaryComment',
  method: 'DELETE',
  path: '/api/v1/canaries/{canaryId}/comments/{commentId}',
  tag,
  summary: 'Delete a comment of one’s own; its place stays',
  permission: 'discuss',
  scope: 'canaryId',
  params: canaryParams.extend({ commentId: identifier }),
  response: canaryComment,
});
