'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { type ConfirmationView, getConfirmation, openConfirmation } from '@/lib/contracts/confirmation';
import {
  controlReadiness,
  type ReadinessView,
  readReadiness,
  startReadiness,
  type startReadinessBody,
  waiveHardware,
} from '@/lib/contracts/readiness';
import type { ControlSetInput } from '@/lib/contracts/set-progress';
import { isMeasuring } from '@/lib/view/run-readiness';

const MEASURING_MS = 3000;

/** A run's speed claim; read again every few seconds while something is being measured for it. */
export function useReadiness(runId: string) {
  return useQuery({
    queryKey: ['readiness', runId],
    queryFn: ({ signal }) => callApi(readReadiness, { params: { runId }, signal }),
    refetchInterval: ({ state }) => (state.data && isMeasuring(state.data) ? MEASURING_MS : false),
  });
}

/** The new view is what the server answered; the confirmation slice may have been opened along with it. */
function useReadinessChange<Input>(runId: string, change: (input: Input) => Promise<ReadinessView>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (view) => {
      client.setQueryData(['readiness', runId], view);
      return client.invalidateQueries({ queryKey: ['confirmation', runId] });
    },
  });
}

export function useStartReadiness(runId: string) {
  return useReadinessChange(runId, (body: z.input<typeof startReadinessBody>) =>
    callApi(startReadiness, { params: { runId }, body }),
  );
}

export function useControlReadiness(runId: string) {
  return useReadinessChange(runId, (action: ControlSetInput['action']) =>
    callApi(controlReadiness, { params: { runId }, body: { action } }),
  );
}

export function useWaiveHardware(runId: string) {
  return useReadinessChange(runId, (reason: string) =>
    callApi(waiveHardware, { params: { runId }, body: { reason } }),
  );
}

export function useConfirmation(runId: string) {
  return useQuery({
    queryKey: ['confirmation', runId],
    queryFn: ({ signal }) => callApi(getConfirmation, { params: { runId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'measuring' ? MEASURING_MS : false),
  });
}

export function useOpenConfirmation(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<ConfirmationView> => callApi(openConfirmation, { params: { runId } }),
    onSuccess: (view) => client.setQueryData(['confirmation', runId], view),
    // A refusal tells that another person was quicker, so who and when is read again.
    onSettled: () => client.invalidateQueries({ queryKey: ['readiness', runId] }),
    onError: () => client.invalidateQueries({ queryKey: ['confirmation', runId] }),
  });
}
