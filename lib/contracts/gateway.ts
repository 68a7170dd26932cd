import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/** How the gateway answers for a slot, and what it insists on in a chat request; the provider checks the rest. */
const tag = 'Slots';

/** Whatever else is in it goes on to the provider as it came. */
export const chatRequest = z.looseObject({
  model: z.string().min(1).max(200).optional(),
  messages: z
    .array(z.looseObject({ role: z.string().max(40), content: z.unknown().optional() }))
    .min(1)
    .max(5_000),
  stream: z.boolean().nullish(),
});

const slotParams = z.object({ slotId: identifier });

const settings = {
  /** Which provider answers; null = the one that has the prompt's model. */
  providerId: identifier.nullable(),
  /** For prompts that name no model of their own; null = the caller's. */
  model: z.string().trim().min(1).max(200).nullable(),
  /** Requests with tools are mirrored too: what a model asks of tools is compared as text and never executed. */
  mirrorsTools: z.boolean(),
  traceShare: z
    .number()
    .min(0, 'From 0 to 1.')
    .max(1, 'From 0 to 1.')
    .describe(
      'Share of the requests that are kept as traces with their answers, under the trace policy of the workspace; 0 = none.',
    ),
};

export const slotGateway = z
  .object({
    slotId: z.string(),
    ...settings,
    /** Null: no settings were saved, and the defaults apply. */
    updatedBy: z.string().nullable(),
    updatedAt: timestamp.nullable(),
  })
  .meta({ id: 'SlotGateway' });
export type SlotGatewayView = z.output<typeof slotGateway>;

export const saveSlotGatewayBody = z
  .strictObject({
    providerId: settings.providerId.default(null),
    model: settings.model.default(null),
    mirrorsTools: settings.mirrorsTools.default(false),
    traceShare: settings.traceShare.default(0),
  })
  .meta({ id: 'SaveSlotGateway' });
export type SaveSlotGatewayInput = z.output<typeof saveSlotGatewayBody>;

export const readSlotGateway = operation({
  id: 'readSlotGateway',
  method: 'GET',
  path: '/api/v1/slots/{slotId}/gateway',
  tag,
  summary: 'How the gateway answers for a slot',
  permission: 'read',
  scope: 'slotId',
  params: slotParams,
  response: slotGateway,
});

export const saveSlotGateway = operation({
  id: 'saveSlotGateway',
  method: 'PUT',
  path: '/api/v1/slots/{slotId}/gateway',
  tag,
  summary: 'Set how the gateway answers for a slot',
  description:
    'Takes effect within a second. Requests with tools are mirrored only where the slot says so; their tool calls are compared as text and never executed.',
  permission: 'experiment',
  scope: 'slotId',
  params: slotParams,
  body: saveSlotGatewayBody,
  response: slotGateway,
});
