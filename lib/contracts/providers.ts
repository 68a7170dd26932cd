import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { listOf } from './page';
import { createProviderBody, updateProviderBody } from './provider-settings';

/** OpenAI-compatible endpoints: address, key (write-only), limits, and their models with prices. */
const usdPerMillion = z.number().min(0).max(100_000).nullable();

export const model = z.object({
  id: z.string(),
  name: z.string(),
  contextTokens: z.int(),
  usdPerMillionIn: z.number().nullable(),
  usdPerMillionOut: z.number().nullable(),
  usdPerMillionCached: z.number().nullable(),
  pricedAt: timestamp.nullable(),
});

export const provider = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  /** The last four characters; null = no key. */
  keyHint: z.string().nullable(),
  /** Empty for callers without the permission to administer. */
  headers: z.record(z.string(), z.string()),
  /** Names of headers that affect answers; empty for callers without the permission to administer. */
  behaviouralHeaders: z.array(z.string()),
  practice: z.boolean(),
  hardware: z.string(),
  requestsPerMinute: z.int().nullable(),
  tokensPerMinute: z.int().nullable(),
  concurrency: z.int(),
  timeoutMs: z.int(),
  maxAttempts: z.int(),
  acceleratorsPerCall: z.number().nullable(),
  /** Whether an owner allowed calls to this computer for it. */
  allowsLoopback: z.boolean(),
  archivedAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  models: z.array(model),
});

export type ProviderView = z.infer<typeof provider>;
export type ModelView = z.infer<typeof model>;

export type CreateProviderInput = z.infer<typeof createProviderBody>;
export type UpdateProviderInput = z.infer<typeof updateProviderBody>;

export const saveModelBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'A model id has no spaces.'),
  contextTokens: z.int().min(256).max(100_000_000).default(128_000),
  usdPerMillionIn: usdPerMillion.default(null),
  usdPerMillionOut: usdPerMillion.default(null),
  usdPerMillionCached: usdPerMillion.default(null),
});
export type SaveModelInput = z.infer<typeof saveModelBody>;

/** Result of a real call. A provider that does not answer is a result here, not an error. */
export const providerTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  delayMs: z.number(),
  model: z.string(),
});
export type ProviderTest = z.infer<typeof providerTest>;

const oneProvider = z.object({ providerId: identifier });
const shared = { tag: 'Providers' } as const;

export const listProviders = operation({
  ...shared,
  id: 'listProviders',
  method: 'GET',
  path: '/api/v1/providers',
  summary: 'Providers with their models',
  permission: 'read',
  scope: 'workspace',
  query: z.object({ archived: z.enum(['true', 'false']).default('false') }),
  response: listOf(provider),
});

export const createProvider = operation({
  ...shared,
  id: 'createProvider',
  method: 'POST',
  path: '/api/v1/providers',
  summary: 'Add an OpenAI-compatible endpoint',
  description:
    'Private addresses only where the operator of this installation allows them; loopback also by `allowsLoopback`, which takes a signed-in owner of an installation that listens on loopback.',
  permission: 'administer',
  scope: 'workspace',
  body: createProviderBody,
  response: provider,
  status: 201,
});

export const readProvider = operation({
  ...shared,
  id: 'readProvider',
  method: 'GET',
  path: '/api/v1/providers/{providerId}',
  summary: 'One provider',
  permission: 'read',
  scope: 'providerId',
  params: oneProvider,
  response: provider,
});

export const updateProvider = operation({
  ...shared,
  id: 'updateProvider',
  method: 'PATCH',
  path: '/api/v1/providers/{providerId}',
  summary: 'Change a provider; another origin clears its key and headers unless they are given again',
  permission: 'administer',
  scope: 'providerId',
  params: oneProvider,
  body: updateProviderBody,
  response: provider,
});

export const archiveProvider = operation({
  ...shared,
  id: 'archiveProvider',
  method: 'DELETE',
  path: '/api/v1/providers/{providerId}',
  summary: 'Archive a provider; its key is deleted, its runs stay readable',
  permission: 'administer',
  scope: 'providerId',
  params: oneProvider,
  response: provider,
});

export const testProvider = operation({
  ...shared,
  id: 'testProvider',
  method: 'POST',
  path: '/api/v1/providers/{providerId}/test',
  summary: 'One small real call',
  permission: 'administer',
  scope: 'providerId',
  params: oneProvider,
  body: z.strictObject({ model: z.string().min(1).max(200).optional() }),
  response: providerTest,
});

export const findModels = operation({
  ...shared,
  id: 'findModels',
  method: 'POST',
  path: '/api/v1/providers/{providerId}/find-models',
  summary: "Add the models of the endpoint's own list that are not known yet",
  description:
    'Asks the endpoint for its list; an endpoint without one is refused with a sentence. Models that are known keep their prices.',
  permission: 'administer',
  scope: 'providerId',
  params: oneProvider,
  response: z.object({
    items: z.array(model).describe('Models of the list, in its order, at most 100.'),
  }),
});

export const saveModel = operation({
  ...shared,
  id: 'saveModel',
  method: 'PUT',
  path: '/api/v1/providers/{providerId}/models',
  summary: 'Add a model or set its context size and prices',
  permission: 'administer',
  scope: 'providerId',
  params: oneProvider,
  body: saveModelBody,
  response: model,
});

export const removeModel = operation({
  ...shared,
  id: 'removeModel',
  method: 'DELETE',
  path: '/api/v1/providers/{providerId}/models/{modelId}',
  summary: 'Remove a model from the list',
  permission: 'administer',
  scope: 'providerId',
  params: z.object({ providerId: identifier, modelId: identifier }),
  response: model,
});
