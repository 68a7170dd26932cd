'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import {
  type CreateSavedViewInput,
  createSavedView,
  deleteSavedView,
  type ListName,
  listSavedViews,
  type UpdateSavedViewInput,
  updateSavedView,
} from '@/lib/contracts/saved-views';

const keyOf = (list: ListName) => ['saved-views', list];

export function useSavedViews(list: ListName) {
  return useQuery({
    queryKey: keyOf(list),
    queryFn: ({ signal }) => callApi(listSavedViews, { query: { list }, signal }),
  });
}

export const useCreateView = (list: ListName) =>
  useViewChange(list, (body: Omit<CreateSavedViewInput, 'list'>) =>
    callApi(createSavedView, { body: { ...body, list } }),
  );

export const useUpdateView = (list: ListName) =>
  useViewChange(list, ({ viewId, ...body }: UpdateSavedViewInput & { readonly viewId: string }) =>
    callApi(updateSavedView, { params: { viewId }, body }),
  );

export const useDeleteView = (list: ListName) =>
  useViewChange(list, (viewId: string) => callApi(deleteSavedView, { params: { viewId } }));

function useViewChange<Input, Output>(list: ListName, mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Not waited for: what follows is said at once, and the line that it is about may be gone by then.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyOf(list) });
    },
  });
}
