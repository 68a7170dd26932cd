'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { type CreateKeyInput, createKey, listKeys, revokeKey } from '@/lib/contracts/keys';

/** Under which the keys of the API are read. */
export const API_KEYS = ['keys'];

export function useKeys(enabled: boolean) {
  return useQuery({
    queryKey: API_KEYS,
    enabled,
    queryFn: async ({ signal }) => (await callApi(listKeys, { signal })).items,
  });
}

export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateKeyInput) => callApi(createKey, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: API_KEYS }),
  });
}

/** `listed` is the list that holds the key. */
export function useRevokeKey(listed: readonly string[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => callApi(revokeKey, { params: { keyId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: listed }),
  });
}
