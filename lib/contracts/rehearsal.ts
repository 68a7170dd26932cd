import { z } from 'zod';
import { CANARY_STATES } from '@/lib/domain/canary-state';
import { canaryVerdict } from './canary-shapes';
import { identifier } from './identifier';
import { operation } from './operation';

/** The rehearsal: the practice slot, its prompts, and the canaries that practice traffic carried there. */
export const practicePrompt = z.enum(['learned', 'shortened']);
export type PracticePrompt = z.output<typeof practicePrompt>;

const practiceTrial = z.object({
  canaryId: z.string(),
  prompt: z.enum([...practicePrompt.options, 'own']).describe('own: a version that a person added.'),
  version: z.int(),
  state: z.enum(CANARY_STATES),
  requests: z.int(),
  requestsPlanned: z.int(),
  hours: z.number().describe('Hours of the shadow that have passed, in the compressed time of the slot.'),
  hoursPlanned: z.number(),
  secondsLeft: z.int().describe('Until the practice traffic has ended by itself.'),
  verdict: canaryVerdict.nullable().describe('As of the latest look.'),
});
export type PracticeTrial = z.output<typeof practiceTrial>;

const openCanary = z.object({
  canaryId: z.string(),
  version: z.int(),
  state: z.enum(['drafted', 'registered', 'shadow', 'liveStep']),
});
export type OpenCanary = z.output<typeof openCanary>;

export const rehearsal = z
  .object({
    slotId: z.string(),
    slotName: z.string(),
    /** Whether the seeded run has learned a prompt to promote. */
    isReady: z.boolean(),
    live: z.enum(['first', 'learned', 'shortened', 'own', 'none']),
    isReverted: z.boolean().describe('Whether the latest move of the slot was a revert.'),
    /** A person's canary that has no practice traffic yet. */
    open: openCanary.nullable(),
    /** Newest first. */
    trials: z.array(practiceTrial),
  })
  .meta({ id: 'Rehearsal', description: 'The practice slot and its trials.' });
export type RehearsalView = z.output<typeof rehearsal>;

const tag = 'Rehearsal';

export const readRehearsal = operation({
  id: 'readRehearsal',
  method: 'GET',
  path: '/api/v1/rehearsal',
  tag,
  summary: 'The practice slot with its trials; null where the workspace has none',
  permission: 'read',
  scope: 'workspace',
  response: z.object({ rehearsal: rehearsal.nullable() }),
});

export const startPracticeTraffic = operation({
  id: 'startPracticeTraffic',
  method: 'POST',
  path: '/api/v1/rehearsal/traffic',
  tag,
  summary: 'Start practice traffic for a prompt in the practice slot',
  description:
    'Sends it to the canary that is open in the slot; where none is, registers and starts one of the prompt. A worker sends a fixed number of practice requests, then stops. No other slot is touched.',
  permission: 'experiment',
  scope: 'workspace',
  body: z.strictObject({ prompt: practicePrompt }),
  response: z.object({ canaryId: identifier, rehearsal }),
  status: 201,
});
