import { z } from 'zod';
import { WEBHOOK_EVENTS } from '@/lib/domain/workspace-event';
import { displayName, identifier, timestamp } from './identifier';
import { operation } from './operation';
import { listOf, pageOf, pageQuery } from './page';

/** Addresses that events are posted to, signed, and what became of each posting. */
const tag = 'Webhooks';
const permission = 'administer';

export const WEBHOOK_SHAPES = ['json', 'slack'] as const;

const webhook = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    shape: z.enum(WEBHOOK_SHAPES),
    /** Empty: all. */
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    createdBy: z.string(),
    createdAt: timestamp,
    disabledAt: timestamp.nullable(),
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.output<typeof webhook>;

const savedWebhook = z.object({
  webhook,
  /** Shown this once; null where it was not made anew. */
  secret: z.string().nullable(),
});
export type SavedWebhook = z.output<typeof savedWebhook>;

const delivery = z
  .object({
    id: z.string(),
    event: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    /** HTTP status of the last attempt; null where no server answered. */
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    payload: z.json(),
    createdAt: timestamp,
    nextAt: timestamp.nullable(),
    deliveredAt: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryView = z.output<typeof delivery>;

const ADDRESS = /^https?:\/\/[A-Za-z0-9.:[\]-]{1,253}(\/[\x21-\x7e]{0,1700})?$/;
const url = z
  .string()
  .trim()
  .max(2000)
  .regex(ADDRESS, 'Give the full address, as in https://hooks.example.com/waggle.')
  .refine((text) => URL.canParse(text), 'Give the full address, as in https://hooks.example.com/waggle.')
  .meta({ examples: ['https://hooks.example.com/waggle'] });
const events = z.array(z.enum(WEBHOOK_EVENTS)).max(WEBHOOK_EVENTS.length);
const oneWebhook = z.object({ webhookId: identifier });

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/v1/webhooks',
  tag,
  summary: 'Webhooks of the workspace, oldest first',
  permission,
  scope: 'workspace',
  response: listOf(webhook),
});

const createWebhookBody = z
  .strictObject({
    name: displayName,
    url,
    shape: z.enum(WEBHOOK_SHAPES).default('json'),
    /** Empty: all. */
    events: events.default([]),
  })
  .meta({ id: 'CreateWebhook' });
export type CreateWebhookInput = z.output<typeof createWebhookBody>;

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/v1/webhooks',
  tag,
  summary: 'Have events posted to an address; the secret that signs them is shown once',
  description:
    'Each post carries Waggle-Signature: t=<seconds>,v1=<hex of HMAC-SHA256(secret, "<seconds>.<body>")>. Private and loopback addresses only where the operator of this installation allows them; redirects are not followed.',
  permission,
  scope: 'workspace',
  body: createWebhookBody,
  response: savedWebhook,
  status: 201,
});

const updateWebhookBody = z
  .strictObject({
    name: displayName.optional(),
    url: url.optional(),
    shape: z.enum(WEBHOOK_SHAPES).optional(),
    events: events.optional(),
    enabled: z.boolean().optional(),
    /** The secret of before signs nothing any more. */
    newSecret: z.boolean().optional(),
  })
  .meta({ id: 'UpdateWebhook' });
export type UpdateWebhookInput = z.output<typeof updateWebhookBody>;

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhookId}',
  tag,
  summary: 'Change a webhook, disable or enable it, or give it a new secret',
  permission,
  scope: 'webhookId',
  params: oneWebhook,
  body: updateWebhookBody,
  response: savedWebhook,
});

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookId}/test',
  tag,
  summary: 'Post one test event now and say what came back',
  permission,
  scope: 'webhookId',
  params: oneWebhook,
  response: delivery,
});

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/api/v1/webhooks/{webhookId}/deliveries',
  tag,
  summary: 'What was posted, newest first, and what became of it',
  permission,
  scope: 'webhookId',
  params: oneWebhook,
  query: pageQuery,
  response: pageOf(delivery),
});

export const resendDelivery = operation({
  id: 'resendDelivery',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/send',
  tag,
  summary: 'Post it again, with the same content and its tries anew',
  permission,
  scope: 'webhookId',
  params: oneWebhook.extend({ deliveryId: identifier }),
  response: delivery,
  status: 202,
});
