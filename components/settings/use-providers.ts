'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { type PreviewModelsInput, previewModels } from '@/lib/contracts/provider-preview';
import {
  archiveProvider,
  type CreateProviderInput,
  createProvider,
  findModels,
  listProviders,
  removeModel,
  type SaveModelInput,
  saveModel,
  testProvider,
  type UpdateProviderInput,
  updateProvider,
} from '@/lib/contracts/providers';

const KEY = ['providers'];

export function useProviders() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi(listProviders, { signal })).items,
  });
}

/** Reads the list anew once the server has agreed. */
function useProviderChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: KEY }) });
}

export function useSaveProvider() {
  return useProviderChange(
    ({ id, body }: { readonly id: string | null; readonly body: CreateProviderInput }) => {
      if (id === null) return callApi(createProvider, { body });
      const { apiKey, ...rest } = body;
      const change: UpdateProviderInput = apiKey ? { ...rest, apiKey } : rest;
      return callApi(updateProvider, { params: { providerId: id }, body: change });
    },
  );
}

export function useArchiveProvider() {
  return useProviderChange((providerId: string) => callApi(archiveProvider, { params: { providerId } }));
}

export function useSaveModel(providerId: string) {
  return useProviderChange((body: SaveModelInput) => callApi(saveModel, { params: { providerId }, body }));
}

/** A model of a provider that is known only once it has been saved. */
export function useAddModel() {
  return useProviderChange(
    ({ providerId, model }: { readonly providerId: string; readonly model: { readonly name: string } }) =>
      callApi(saveModel, { params: { providerId }, body: model }),
  );
}

/** Adds what the endpoint lists itself. */
export function useFindModels() {
  return useProviderChange((providerId: string) => callApi(findModels, { params: { providerId } }));
}

/** The list of an endpoint that is not added yet. */
export function usePreviewModels() {
  return useMutation({
    mutationFn: (endpoint: PreviewModelsInput) => callApi(previewModels, { body: endpoint }),
  });
}

export function useRemoveModel(providerId: string) {
  return useProviderChange((modelId: string) => callApi(removeModel, { params: { providerId, modelId } }));
}

export function useTestProvider(providerId: string) {
  return useMutation({
    mutationFn: (model: string | undefined) =>
      callApi(testProvider, { params: { providerId }, body: model ? { model } : {} }),
  });
}
