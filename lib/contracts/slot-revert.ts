import { z } from 'zod';
import { timestamp } from './identifier';
import { operation } from './operation';
import { flagReason, promptBrief, slotParams, slotView } from './slots';

/** The way back: one pointer, asked for by a person or a key, and what became of it. */
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

const tag = 'Slots';

export const revertSlot = operation({
  id: 'revertSlot',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/revert',
  tag,
  summary: 'Back to the prompt before, at once',
  description:
    'One pointer: ends a live step, or brings back what was live before the last promotion. Asks nothing of the data and needs no approval. Reverting twice is reverting once. A key with the scope rollback may do it.',
  permission: 'revert',
  scope: 'slotId',
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
  scope: 'slotId',
  params: slotParams,
  response: z.object({ revert: revertEffect.nullable() }),
});
