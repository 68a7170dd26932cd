'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readTaskMatrix } from '@/lib/contracts/task-matrix';

export function useTaskMatrix(runIds: readonly string[]) {
  return useQuery({
    queryKey: ['task-matrix', runIds],
    queryFn: ({ signal }) => callApi(readTaskMatrix, { query: { runs: runIds.join(',') }, signal }),
  });
}
