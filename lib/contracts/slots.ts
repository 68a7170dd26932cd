import { z } from 'zod';
import { displayName, identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Places in production that ask for a prompt, with their pointer. Versions: `slot-prompts`; the way back: `slot-revert`. */
export const slotKind = z.enum(['rehearsal', 'production']);

export const slotSlug = z
  .string()
  .max(60, 'A key has at most 60 characters.')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A key has lower-case letters and digits, in words joined by hyphens.');

const description = z.string().trim().max(2000, 'A description has at most 2,000 characters.');

/** Why a flag was moved; shown in the history. */
export const flagReason = z
  .string()
  .trim()
  .min(3, 'Give a reason; the history shows it.')
  .max(500, 'A reason has at most 500 characters.');

export const promptBrief = z.object({ promptId: z.string(), version: z.int(), sha256: z.string() });

export const slotView = z
  .object({
    id: z.string(),
    kind: slotKind,
    slug: z.string(),
    /** Key by which clients request the flag. */
    flagKey: z.string(),
    name: z.string(),
    description: z.string(),
    /** Null: the default in the callers' code. */
    live: promptBrief.nullable(),
    /** Prompt that a revert restores; null where there is nothing to revert. */
    previous: promptBrief.nullable(),
    split: z
      .object({ canaryId: z.string(), step: z.int(), share: z.number(), challenger: promptBrief })
      .nullable(),
    isReverted: z.boolean(),
    /** Whether a revert would change anything. */
    isRevertible: z.boolean(),
    configVersion: z.int(),
    createdBy: z.string(),
    createdAt: timestamp,
    archivedAt: timestamp.nullable(),
  })
  .meta({
    id: 'Slot',
    description: 'A place in production that asks for a prompt, and what it is answered.',
  });
export type SlotView = z.output<typeof slotView>;

export const slotParams = z.object({ slotId: identifier });

export const listSlotsQuery = pageQuery.extend({
  kind: slotKind.optional(),
  search: z.string().trim().max(120).optional(),
  archived: z.enum(['true', 'false']).default('false'),
});
export type ListSlotsInput = z.output<typeof listSlotsQuery>;

export const createSlotBody = z.strictObject({
  kind: slotKind,
  slug: slotSlug,
  name: displayName,
  description: description.default(''),
});
export type CreateSlotInput = z.output<typeof createSlotBody>;

/** Kind and key stay what they were at birth (P4). */
export const renameSlotBody = z.strictObject({
  name: displayName.optional(),
  description: description.optional(),
});
export type RenameSlotInput = z.output<typeof renameSlotBody>;

const tag = 'Slots';

export const listSlots = operation({
  id: 'listSlots',
  method: 'GET',
  path: '/api/v1/slots',
  tag,
  summary: 'Slots, newest first; search looks at names and keys',
  permission: 'read',
  scope: 'workspace',
  query: listSlotsQuery,
  response: pageOf(slotView),
});

export const createSlot = operation({
  id: 'createSlot',
  method: 'POST',
  path: '/api/v1/slots',
  tag,
  summary: 'Make a slot; its kind and its key never change',
  permission: 'experiment',
  scope: 'workspace',
  body: createSlotBody,
  response: slotView,
  status: 201,
});

export const getSlot = operation({
  id: 'getSlot',
  method: 'GET',
  path: '/api/v1/slots/{slotId}',
  tag,
  summary: 'One slot with what it answers now',
  permission: 'read',
  scope: 'slotId',
  params: slotParams,
  response: slotView,
});

export const renameSlot = operation({
  id: 'renameSlot',
  method: 'PATCH',
  path: '/api/v1/slots/{slotId}',
  tag,
  summary: 'Change a slot’s name or description',
  permission: 'experiment',
  scope: 'slotId',
  params: slotParams,
  body: renameSlotBody,
  response: slotView,
});

export const archiveSlot = operation({
  id: 'archiveSlot',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/archive',
  tag,
  summary: 'Put a slot away: clients get the default in their code',
  description: 'Refused while a canary of the slot is open.',
  permission: 'review',
  scope: 'slotId',
  params: slotParams,
  response: slotView,
});

export const restoreSlot = operation({
  id: 'restoreSlot',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/restore',
  tag,
  summary: 'Bring an archived slot back, with the prompt that was live',
  permission: 'review',
  scope: 'slotId',
  params: slotParams,
  response: slotView,
});
