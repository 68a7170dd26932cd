'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { learnFromFailures } from '@/lib/contracts/trace-learning';

/** Makes the experiment for the failed traces of the last week. */
export function useLearnFromFailures(slotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(learnFromFailures, { params: { slotId }, body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['experiments'] }),
  });
}
