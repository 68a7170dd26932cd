import { z } from 'zod';
import { operation } from './operation';
import { createProviderBody } from './provider-settings';

/** The models of an endpoint that is not added yet. */
export const previewModelsBody = createProviderBody.pick({
  baseUrl: true,
  apiKey: true,
  headers: true,
  allowsLoopback: true,
});
export type PreviewModelsInput = z.output<typeof previewModelsBody>;

/** An endpoint without a list is a result here, not an error. */
export const modelPreview = z.object({
  items: z.array(z.string()).describe('Ids of the models, in the order of the endpoint.'),
  problem: z.string().nullable().describe('Why there is no list, and what to do; null where there is one.'),
});
export type ModelPreview = z.infer<typeof modelPreview>;

export const previewModels = operation({
  tag: 'Providers',
  id: 'previewModels',
  method: 'POST',
  path: '/api/v1/providers/preview-models',
  summary: 'Ids of the models that an endpoint lists, before it is added',
  description: 'Stores nothing. The address is checked as for a provider that is added.',
  permission: 'administer',
  scope: 'workspace',
  body: previewModelsBody,
  response: modelPreview,
});
