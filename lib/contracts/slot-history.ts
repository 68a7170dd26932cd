import { z } from 'zod';
import { timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { promptBrief, slotParams } from './slots';

/** History of the live prompts of a slot. */
export const flagChange = z
  .object({
    id: z.string(),
    kind: z.enum(['first', 'promoted', 'stepped', 'reverted', 'ended', 'archived', 'restored']),
    configVersion: z.int(),
    live: promptBrief.nullable(),
    split: z.object({ canaryId: z.string(), step: z.int(), share: z.number() }).nullable(),
    canaryId: z.string().nullable(),
    actor: z.string(),
    reason: z.string(),
    at: timestamp,
  })
  .meta({ id: 'FlagChange', description: 'What a slot answered from this moment on.' });
export type FlagChangeView = z.output<typeof flagChange>;

const historyPage = pageQuery.extend({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'Not a cursor of this list.')
    .optional(),
});
export type HistoryPageInput = z.output<typeof historyPage>;

export const whatWasLive = z.object({
  at: timestamp,
  /** Null: nothing had been set yet, and callers used the default in their code. */
  change: flagChange.nullable(),
});

const tag = 'Slots';

export const listSlotHistory = operation({
  id: 'listSlotHistory',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/history',
  tag,
  summary: 'Every change of what the slot answers, newest first',
  permission: 'read',
  scope: 'slotId',
  params: slotParams,
  query: historyPage,
  response: pageOf(flagChange),
});

export const readWhatWasLive = operation({
  id: 'readWhatWasLive',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/live',
  tag,
  summary: 'What was live at a moment; left out, now',
  permission: 'read',
  scope: 'slotId',
  params: slotParams,
  query: z.object({ at: timestamp.optional() }),
  response: whatWasLive,
});
