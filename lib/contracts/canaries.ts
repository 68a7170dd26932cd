import { z } from 'zod';
import { CANARY_STATES } from '@/lib/domain/canary-state';
import { canaryPower } from './canary-power';
import { canaryDetail, canaryDraft, canaryExpected, canaryView } from './canary-shapes';
import { identifier } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { personalDataReason } from './privacy-shapes';

/** Canaries: drafted, registered, started, read, taken back. What goes live is decided by approvals, elsewhere. */
export const draftCanaryBody = z.strictObject({
  slotId: identifier,
  promptId: identifier,
  draft: canaryDraft,
  expected: canaryExpected.default({}),
  /** Asked for at the registration where the prompt holds such data. */
  personalDataReason,
});
export type DraftCanaryInput = z.output<typeof draftCanaryBody>;

export const amendCanaryBody = draftCanaryBody.omit({ slotId: true });
export type AmendCanaryInput = z.output<typeof amendCanaryBody>;

export const powerBody = z.strictObject({
  slotId: identifier.optional(),
  promptId: identifier.optional(),
  draft: canaryDraft,
  expected: canaryExpected.default({}),
});
export type PowerInput = z.output<typeof powerBody>;

export const listCanariesQuery = pageQuery.extend({
  slotId: identifier.optional(),
  state: z.enum(CANARY_STATES).optional(),
});
export type ListCanariesInput = z.output<typeof listCanariesQuery>;

const reasonBody = z.strictObject({ reason: z.string().trim().max(500).default('') });
export type CanaryReasonInput = z.output<typeof reasonBody>;

export const advanceCanaryBody = z.strictObject({
  /** Counted from 0, as the canary shows it: the step that is to end. */
  step: z.int().min(0).max(4),
});
export type AdvanceCanaryInput = z.output<typeof advanceCanaryBody>;

const tag = 'Canaries';
const canaryParams = z.object({ canaryId: identifier });

export const listCanaries = operation({
  id: 'listCanaries',
  method: 'GET',
  path: '/api/v1/canaries',
  tag,
  summary: 'Canaries, newest first',
  permission: 'read',
  scope: 'workspace',
  query: listCanariesQuery,
  response: pageOf(canaryView),
});

export const draftCanary = operation({
  id: 'draftCanary',
  method: 'POST',
  path: '/api/v1/canaries',
  tag,
  summary: 'Draft the canary of a prompt in a slot',
  permission: 'experiment',
  scope: 'workspace',
  body: draftCanaryBody,
  response: canaryDetail,
  status: 201,
});

export const computeCanaryPower = operation({
  id: 'computeCanaryPower',
  method: 'POST',
  path: '/api/v1/canaries/power',
  tag,
  summary: 'What a plan can decide with the traffic of a slot; keeps nothing',
  description:
    'Traffic and discordance are taken from what is given, else from what was measured. Three ways lead to a chance of 80 % that a prompt which is just as good passes: a larger share, a longer window, a wider margin.',
  permission: 'read',
  scope: 'workspace',
  body: powerBody,
  response: canaryPower,
});

export const readCanary = operation({
  id: 'readCanary',
  method: 'GET',
  path: '/api/v1/canaries/{canaryId}',
  tag,
  summary: 'One canary with its looks, table, latencies, guardrails and health',
  permission: 'read',
  scope: 'canaryId',
  params: canaryParams,
  response: canaryDetail,
});

export const amendCanary = operation({
  id: 'amendCanary',
  method: 'PUT',
  path: '/api/v1/canaries/{canaryId}',
  tag,
  summary: 'Change a draft; what is registered does not move',
  permission: 'experiment',
  scope: 'canaryId',
  params: canaryParams,
  body: amendCanaryBody,
  response: canaryDetail,
});

export const registerCanary = operation({
  id: 'registerCanary',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/register',
  tag,
  summary: 'Register the plan: from now on it does not move',
  permission: 'experiment',
  scope: 'canaryId',
  params: canaryParams,
  response: canaryDetail,
});

export const startCanary = operation({
  id: 'startCanary',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/start',
  tag,
  summary: 'Start the shadow of a registered canary',
  permission: 'experiment',
  scope: 'canaryId',
  params: canaryParams,
  response: canaryDetail,
});

export const withdrawCanary = operation({
  id: 'withdrawCanary',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/withdraw',
  tag,
  summary: 'End a canary before anything of it goes live',
  permission: 'experiment',
  scope: 'canaryId',
  params: canaryParams,
  body: reasonBody,
  response: canaryDetail,
});

export const goLiveWithCanary = operation({
  id: 'goLiveWithCanary',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/go-live',
  tag,
  summary: 'Take an approved challenger live: its first step, or all of the traffic',
  permission: 'review',
  scope: 'canaryId',
  params: canaryParams,
  response: canaryDetail,
});

export const advanceCanary = operation({
  id: 'advanceCanary',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/advance',
  tag,
  summary: 'Take a live step on to the next where it holds for lack of outcomes or by a guardrail',
  description:
    'Steps go on by themselves where both arms saw enough and no harm is proven. Never before the hours of the step are over; what came meanwhile is judged first, and a proven harm goes back.',
  permission: 'review',
  scope: 'canaryId',
  params: canaryParams,
  body: advanceCanaryBody,
  response: canaryDetail,
});

export const revertCanary = operation({
  id: 'revertCanary',
  method: 'POST',
  path: '/api/v1/canaries/{canaryId}/revert',
  tag,
  summary: 'Take back what this canary brought live, at once',
  permission: 'revert',
  scope: 'canaryId',
  params: canaryParams,
  body: reasonBody,
  response: canaryDetail,
});
