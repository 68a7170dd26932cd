'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { acknowledgeConfounding } from '@/lib/contracts/confounding';

/** Everything that quotes the run is read again: its row, its price of a point, its readiness. */
export function useAcknowledgeConfounding(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => callApi(acknowledgeConfounding, { params: { runId }, body: { reason } }),
    onSuccess: () =>
      Promise.all(
        ['run', 'costs', 'readiness'].map((part) => client.invalidateQueries({ queryKey: [part, runId] })),
      ),
  });
}
