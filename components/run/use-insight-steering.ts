'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readInsightSteering, type SteerInsightInput, steerInsight } from '@/lib/contracts/insight-steering';

const keyOf = (runId: string) => ['insight-steering', runId];

/** Read anew with each version of the playbook, since an iteration may have taken commands up. */
export function useInsightSteering(runId: string, versions: number) {
  return useQuery({
    queryKey: [...keyOf(runId), versions],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(readInsightSteering, { params: { runId }, signal }),
  });
}

export function useSteerInsight(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (command: SteerInsightInput) => callApi(steerInsight, { params: { runId }, body: command }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(runId) }),
  });
}
