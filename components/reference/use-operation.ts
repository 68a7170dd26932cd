'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readOpenapi } from '@/lib/contracts/health';
import { prepareOperation } from '@/lib/view/api-reference';

/** One operation of the OpenAPI document, which is fetched once for all that are opened; it changes with the build only. */
export function useOperation(id: string) {
  return useQuery({
    queryKey: ['openapi'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => callApi(readOpenapi, { signal }),
    select: (document) => prepareOperation(document, id),
  });
}
