import { z } from 'zod';
import { SLOT_SCOPES } from '@/lib/domain/actor';
import { displayName, timestamp } from './identifier';
import { operation } from './operation';
import { listOf } from './page';
import { slotParams } from './slots';

/** Keys of one slot (rulings C3): each does what its scopes say, there and nowhere else. */
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
  /** A key for code in browsers: every visitor of the page can read it, so it permits evaluation only. */
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

export const listSlotKeys = operation({
  id: 'listSlotKeys',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/keys',
  tag,
  summary: 'Keys of the slot, revoked ones included',
  permission: 'administer',
  scope: 'slotId',
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
  scope: 'slotId',
  params: slotParams,
  body: slotKeyBody,
  response: z.object({ key: slotKeyView, secret: z.string() }),
  status: 201,
});
