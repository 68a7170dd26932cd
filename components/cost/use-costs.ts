'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readCosts } from '@/lib/contracts/costs';

/** Cost of a run; read anew with each reading (an iteration has closed), and for another target. */
export function useCosts(runId: string, readings: number, target: number | null) {
  return useQuery({
    queryKey: ['costs', runId, readings, target],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callApi(readCosts, { params: { runId }, query: target === null ? {} : { target }, signal }),
  });
}
