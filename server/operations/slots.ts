import * as canaryIngest from '@/lib/contracts/canary-ingest';
import * as gateway from '@/lib/contracts/gateway';
import * as slotHistory from '@/lib/contracts/slot-history';
import * as slotKeys from '@/lib/contracts/slot-keys';
import * as slotPrompts from '@/lib/contracts/slot-prompts';
import * as slotRevert from '@/lib/contracts/slot-revert';
import * as slots from '@/lib/contracts/slots';
import * as learning from '@/lib/contracts/trace-learning';
import { serve } from '@/server/http/serve';
import { readRevertEffect, revertSlot } from '@/server/services/promotion/decide/revert-slot';
import { postExposures } from '@/server/services/promotion/ingest/post-exposures';
import { postOutcomes } from '@/server/services/promotion/ingest/post-outcomes';
import { archiveSlot, restoreSlot } from '@/server/services/promotion/slot/archive-slot';
import { createSlot, getSlot, listSlots, renameSlot } from '@/server/services/promotion/slot/manage-slots';
import { setFirstPrompt } from '@/server/services/promotion/slot/set-first-prompt';
import { readSlotGateway, saveSlotGateway } from '@/server/services/promotion/slot/slot-gateway';
import {
  diffSlotPrompts,
  listSlotHistory,
  readWhatWasLive,
} from '@/server/services/promotion/slot/slot-history';
import { createSlotKey, listSlotKeys } from '@/server/services/promotion/slot/slot-keys';
import { addSlotPrompt, getSlotPrompt, listSlotPrompts } from '@/server/services/promotion/slot/slot-prompts';
import { learnFromFailures } from '@/server/services/traces/learn-from-failures';
import { preflight } from '@/server/serving/cors';
import { responseOf } from '@/server/serving/exchange';
import { admitReader, readPlainPrompt } from '@/server/serving/plain-prompt';
import { serving } from '@/server/serving/serving';
import { withClock } from './with-clock';

/** Slots: their prompts, keys, history and gateway, and what callers report. */
export const served = [
  serve(slots.archiveSlot, (actor, input) => archiveSlot(actor, input)),
  serve(canaryIngest.postExposures, withClock(postExposures)),
  serve(slotPrompts.setFirstPrompt, (actor, input) => setFirstPrompt(actor, input)),
  serve(gateway.readSlotGateway, (actor, { slotId }) => readSlotGateway(actor, slotId)),
  serve(gateway.saveSlotGateway, (actor, { slotId }, { body }) => saveSlotGateway(actor, slotId, body)),
  serve(slotHistory.listSlotHistory, listSlotHistory),
  serve(slotKeys.listSlotKeys, listSlotKeys),
  serve(slotKeys.createSlotKey, (actor, input) => createSlotKey(actor, input)),
  serve(slotHistory.readWhatWasLive, (actor, input) => readWhatWasLive(actor, input)),
  serve(canaryIngest.postOutcomes, withClock(postOutcomes)),
  serve(
    slotPrompts.readSlotPrompt,
    (actor, input, { request }) => readPlainPrompt(actor, { ...input, request }, serving()),
    {
      admit: (request) => admitReader(request, serving()),
      preflight: (request) => responseOf(preflight(request, 'GET, HEAD, OPTIONS')),
    },
  ),
  serve(slotPrompts.diffSlotPrompts, diffSlotPrompts),
  serve(slotPrompts.getSlotPrompt, getSlotPrompt),
  serve(slotPrompts.listSlotPrompts, listSlotPrompts),
  serve(slotPrompts.addSlotPrompt, addSlotPrompt),
  serve(slots.restoreSlot, (actor, input) => restoreSlot(actor, input)),
  serve(learning.learnFromFailures, withClock(learnFromFailures)),
  serve(slotRevert.readRevertEffect, readRevertEffect),
  serve(slotRevert.revertSlot, (actor, input) => revertSlot(actor, input)),
  serve(slots.getSlot, getSlot),
  serve(slots.renameSlot, renameSlot),
  serve(slots.listSlots, listSlots),
  serve(slots.createSlot, createSlot),
];
