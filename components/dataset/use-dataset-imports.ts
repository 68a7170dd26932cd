'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { cancelImport, getImport, listImports } from '@/lib/contracts/dataset-imports';
import { isImportLive } from '@/lib/view/import-progress';

const AGAIN_MS = 1_000;
const SHOWN = 20;

/** One import, read again for as long as it goes on. */
export function useDatasetImport(importId: string | null) {
  return useQuery({
    queryKey: ['dataset-imports', importId],
    enabled: importId !== null,
    queryFn: ({ signal }) => callApi(getImport, { params: { importId: importId ?? '' }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isImportLive(state.data) ? AGAIN_MS : false),
  });
}

/** The imports that go on; the list of data sets is read again when one has ended. */
export function useLiveImports(isExpected = false) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['dataset-imports'],
    queryFn: async ({ signal }) => {
      const { items } = await callApi(listImports, { query: { limit: SHOWN }, signal });
      const live = items.filter(isImportLive);
      const before = client.getQueryData<typeof items>(['dataset-imports'])?.length ?? 0;
      if (live.length < before) await client.invalidateQueries({ queryKey: ['datasets'] });
      return live;
    },
    refetchInterval: ({ state }) => (isExpected || (state.data?.length ?? 0) > 0 ? AGAIN_MS : false),
  });
}

export function useCancelImport(importId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(cancelImport, { params: { importId } }),
    onSuccess: () =>
      Promise.all([['dataset-imports'], ['jobs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
