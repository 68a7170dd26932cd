import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { flagMoved } from './slot-revert';
import { flagReason, promptBrief, slotParams } from './slots';

/** Versions of a slot's prompt, and the plain way to ask for the one that is live. */
const TEXT_MAX = 200_000;

export const servedPrompt = promptBrief
  .extend({
    model: z.string().nullable(),
    params: z.record(z.string(), z.unknown()),
    /** Null: written by a person. With a run and no candidate: edited by hand. */
    runId: z.string().nullable(),
    candidateHash: z
      .string()
      .nullable()
      .describe(
        'Of the run’s candidate whose system message this text is, byte for byte as it was measured.',
      ),
    /** Learned on the practice model: rehearsal slots only. */
    isPractice: z.boolean(),
    /** Authors of the experiment, the run, a hand edit or this version; none of them may approve it. */
    authors: z.array(z.string()),
    createdBy: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'ServedPrompt', description: 'A prompt as it is served; immutable.' });
export type ServedPromptView = z.output<typeof servedPrompt>;

export const servedPromptDetail = servedPrompt
  .extend({ text: z.string() })
  .meta({ id: 'ServedPromptDetail' });
export type ServedPromptDetail = z.output<typeof servedPromptDetail>;

const model = z.string().trim().min(1).max(200).nullable();
const params = z
  .record(z.string().min(1).max(60), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
  .refine((value) => Object.keys(value).length <= 20, 'At most 20 parameters.');

export const addPromptBody = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('run'),
    runId: identifier,
    candidateHash: z.string().regex(/^[0-9a-f]{64}$/, 'A candidate is named by its sha256.'),
    model: model
      .optional()
      .describe('Left out: the model of the measurements. Null: the slot’s or the caller’s.'),
    params: params.optional().describe('Left out: those of the measurements.'),
  }),
  z.strictObject({
    source: z.literal('written'),
    text: z.string().min(1, 'A prompt has a text.').max(TEXT_MAX, 'A prompt has at most 200,000 characters.'),
    /** The version that was edited by hand; its authors and its origin stay with it. */
    basedOn: identifier.nullable().default(null),
    model: model.default(null),
    params: params.default({}),
  }),
]);
export type AddPromptInput = z.output<typeof addPromptBody>;

const promptParams = slotParams.extend({ promptId: identifier });

/** Newest version first; the cursor is a version. */
const promptPage = pageQuery.extend({ cursor: z.coerce.number().int().min(1).max(2_000_000_000).optional() });
export type PromptPageInput = z.output<typeof promptPage>;

export const promptDiff = z
  .object({
    from: promptBrief,
    to: promptBrief,
    /** Lines that came, went or stayed, in order. */
    parts: z.array(z.object({ mark: z.enum(['same', 'added', 'removed']), text: z.string() })),
    addedLines: z.int(),
    removedLines: z.int(),
    /** Model or parameters that differ. */
    settings: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  })
  .meta({ id: 'PromptDiff' });
export type PromptDiffView = z.output<typeof promptDiff>;

const tag = 'Slots';

export const listSlotPrompts = operation({
  id: 'listSlotPrompts',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/prompts',
  tag,
  summary: 'Versions of the slot’s prompt, newest first, without their texts',
  permission: 'read',
  scope: 'slotId',
  params: slotParams,
  query: promptPage,
  response: pageOf(servedPrompt),
});

export const addSlotPrompt = operation({
  id: 'addSlotPrompt',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/prompts',
  tag,
  summary: 'Add a version, from a run’s candidate or written by hand; nothing goes live by it',
  description:
    'A candidate is added as it was measured: the whole system message, the model, the temperature, the form of the reply and the form of the user message (params.question_form). What a run has learned keeps its run and its authors, also where the same text is sent as written by hand. The same text, model and parameters again are the same version.',
  permission: 'experiment',
  scope: 'slotId',
  params: slotParams,
  body: addPromptBody,
  response: servedPromptDetail,
  status: 201,
});

export const getSlotPrompt = operation({
  id: 'getSlotPrompt',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/prompts/{promptId}',
  tag,
  summary: 'One version with its text',
  permission: 'read',
  scope: 'slotId',
  params: promptParams,
  response: servedPromptDetail,
});

export const diffSlotPrompts = operation({
  id: 'diffSlotPrompts',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/prompts/{promptId}/diff',
  tag,
  summary: 'What changed between two versions, by lines',
  permission: 'read',
  scope: 'slotId',
  params: promptParams,
  query: z.object({ fromPromptId: identifier }),
  response: promptDiff,
});

export const setFirstPrompt = operation({
  id: 'setFirstPrompt',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/first-prompt',
  tag,
  summary: 'Say what your code serves today, so that an empty slot has something to compare with',
  description:
    'Takes a version that was written by hand, once, while nothing was ever live. What a run has learned goes live through a canary only, in every slot.',
  permission: 'review',
  scope: 'slotId',
  params: slotParams,
  body: z.strictObject({ promptId: identifier, reason: flagReason }),
  response: flagMoved,
});

export const readSlotPrompt = operation({
  id: 'readSlotPrompt',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/prompt',
  tag,
  summary: 'The prompt for this caller, for clients without OpenFeature',
  description:
    'The same answer as over the evaluation protocol, by the same buckets, with a tag: send it as If-None-Match and get 304 while nothing changed for you. Without a value the default in your code holds. While a live step is on, targetingKey is needed.',
  permission: 'evaluate',
  scope: 'slotId',
  params: slotParams,
  query: z.object({ targetingKey: z.string().min(1).max(500).optional() }),
  response: z
    .object({
      key: z.string(),
      reason: z.string(),
      variant: z.string().nullable(),
      /** Null: the default in your code. */
      value: promptBrief
        .extend({
          text: z.string(),
          model: z.string().nullable(),
          params: z.record(z.string(), z.unknown()),
        })
        .nullable(),
      metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    })
    .meta({ id: 'SlotPromptAnswer' }),
});
