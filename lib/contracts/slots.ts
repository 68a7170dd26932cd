import { z } from 'zod';
import { SLOT_SCOPES } from '@/lib/domain/actor';
import { displayName, identifier, timestamp } from './identifier';
import { operation } from './operation';
import { listOf, pageOf, pageQuery } from './page';

/** Places in production that ask for a prompt, with their pointer; the way back. Prompts and history: `slot-prompts`. */
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
    /** What clients ask for. */
    flagKey: z.string(),
    name: z.string(),
    description: z.string(),
    /** Null: the default in the callers' code. */
    live: promptBrief.nullable(),
    /** What a revert brings back; null where there is nothing to take back. */
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

export const revertSlotBody = z.strictObject({
  reason: flagReason.default('Taken back.'),
});

export const flagMoved = z
  .object({
    slot: slotView,
    /** False where it stood so already: reverting twice is reverting once. */
    isChanged: z.boolean(),
    configVersion: z.int(),
    requestedAt: timestamp,
    movedAt: timestamp,
  })
  .meta({ id: 'FlagMoved' });
export type FlagMovedView = z.output<typeof flagMoved>;

export const revertEffect = z
  .object({
    revertedAt: timestamp,
    by: z.string(),
    reason: z.string(),
    configVersion: z.int(),
    from: promptBrief.nullable(),
    to: promptBrief.nullable(),
    /** Exposures are counted by the second. Null: none of the old version since the revert. */
    lastOldExposureAt: timestamp.nullable(),
    firstNewExposureAt: timestamp.nullable(),
    oldExposuresSince: z.int(),
  })
  .meta({
    id: 'RevertEffect',
    description: 'What became of a revert: who still got the old version, and until when.',
  });
export type RevertEffectView = z.output<typeof revertEffect>;

/** Where a page is from, as browsers say it. */
const origin = z
  .string()
  .max(200)
  .regex(
    /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$/,
    'An origin has no path and no capitals: https://app.example.com',
  );

const keyName = { name: displayName, expiresInDays: z.int().min(1).max(3650).nullable().default(null) };

export const slotKeyBody = z.discriminatedUnion('use', [
  z.strictObject({
    use: z.literal('server'),
    ...keyName,
    scopes: z.array(z.enum(SLOT_SCOPES)).min(1, 'Choose at least one scope.').max(SLOT_SCOPES.length),
  }),
  /** For code that runs in browsers: whoever opens the page can read the key, so it evaluates only. */
  z.strictObject({
    use: z.literal('browser'),
    ...keyName,
    origins: z.array(origin).min(1, 'Name the origins of your pages.').max(20),
  }),
]);
export type SlotKeyInput = z.output<typeof slotKeyBody>;

export const slotKeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SLOT_SCOPES)),
    isBrowser: z.boolean(),
    origins: z.array(z.string()),
    prefix: z.string(),
    createdBy: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'SlotKey' });
export type SlotKeyView = z.output<typeof slotKeyView>;

const tag = 'Slots';

export const listSlots = operation({
  id: 'listSlots',
  method: 'GET',
  path: '/api/v1/slots',
  tag,
  summary: 'Slots, newest first; search looks at names and keys',
  permission: 'read',
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
  params: slotParams,
  response: slotView,
});

export const revertSlot = operation({
  id: 'revertSlot',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/revert',
  tag,
  summary: 'Back to the prompt before, at once',
  description:
    'One pointer: ends a live step, or brings back what was live before the last promotion. Asks nothing of the data and needs no approval. Reverting twice is reverting once. A key with the scope rollback may do it.',
  permission: 'revert',
  params: slotParams,
  body: revertSlotBody,
  response: flagMoved,
});

export const readRevertEffect = operation({
  id: 'readRevertEffect',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/revert',
  tag,
  summary: 'The last revert, and the last exposure of the version that it took back',
  permission: 'read',
  params: slotParams,
  response: z.object({ revert: revertEffect.nullable() }),
});

export const listSlotKeys = operation({
  id: 'listSlotKeys',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/keys',
  tag,
  summary: 'Keys of the slot, revoked ones included',
  permission: 'administer',
  params: slotParams,
  response: listOf(slotKeyView),
});

export const createSlotKey = operation({
  id: 'createSlotKey',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/keys',
  tag,
  summary: 'Make a key of the slot; its secret is in this answer and nowhere else',
  description:
    'Such a key does what its scopes say, in this slot and nowhere else: evaluate (ask for the prompt), ingest (post exposures and outcomes), rollback (revert). A browser key evaluates only. Revoke it like any other key.',
  permission: 'administer',
  params: slotParams,
  body: slotKeyBody,
  response: z.object({ key: slotKeyView, secret: z.string() }),
  status: 201,
});
