import { previewModels } from '@/lib/contracts/provider-preview';
import * as providers from '@/lib/contracts/providers';
import { checkAddress, listModels, listModelsAt, openRequestModel } from '@/server/http/model-access';
import { serve } from '@/server/http/serve';
import { findModels } from '@/server/services/providers/find-models';
import { previewModelsOf } from '@/server/services/providers/preview-models';
import { listProviders, readProvider } from '@/server/services/providers/read-providers';
import { removeModel, saveModel } from '@/server/services/providers/save-model';
import { archiveProvider, createProvider, updateProvider } from '@/server/services/providers/save-provider';
import { testProvider } from '@/server/services/providers/test-provider';

/** Providers and their models. */
export const served = [
  serve(providers.removeModel, removeModel),
  serve(providers.findModels, (actor, { providerId }, { signal }) =>
    findModels(actor, { providerId, signal }, listModels),
  ),
  serve(previewModels, (actor, endpoint, { signal }) =>
    previewModelsOf(actor, { endpoint, signal }, { checkAddress, listModelsAt }),
  ),
  serve(providers.saveModel, (actor, { providerId }, { body }) =>
    saveModel(actor, { providerId, model: body }),
  ),
  serve(providers.readProvider, (actor, { providerId }) => readProvider(actor, providerId)),
  serve(providers.updateProvider, (actor, { providerId }, { body }) =>
    updateProvider(actor, { providerId, change: body }, checkAddress),
  ),
  serve(providers.archiveProvider, (actor, { providerId }) => archiveProvider(actor, providerId)),
  serve(providers.testProvider, (actor, { providerId, model }, { signal }) =>
    testProvider(actor, { providerId, model, signal }, openRequestModel),
  ),
  serve(providers.listProviders, async (actor, { archived }) => ({
    items: await listProviders(actor, { archived: archived === 'true' }),
  })),
  serve(providers.createProvider, (actor, input) => createProvider(actor, input, checkAddress)),
];
