'use client';

import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { useSettled } from '@/components/api/use-settled';
import type { EstimateSweepInput, LaunchSweepInput } from '@/lib/contracts/sweep-plan';
import {
  type ControlSweepInput,
  controlSweep,
  estimateSweep,
  launchSweep,
  listSweeps,
  readSweep,
  retrySweepCell,
  type SweepView,
} from '@/lib/contracts/sweeps';

const LIVE_MS = 4000;
const SWEEPS = ['sweeps'];

export function useSweeps() {
  return usePages({
    key: SWEEPS,
    read: (page, signal) => callApi(listSweeps, { query: page, signal }),
    again: { everyMs: LIVE_MS, isLive: (pages) => pages.some(({ items }) => items.some(isGoing)) },
  });
}

/** Also while the last runs of a cancelled sweep are ending. */
const isGoing = ({ status, counts }: Pick<SweepView, 'status' | 'counts'>) =>
  status === 'running' || status === 'paused' || counts.going > 0;

export function useSweep(initial: SweepView) {
  return useQuery({
    queryKey: ['sweep', initial.id],
    queryFn: ({ signal }) => callApi(readSweep, { params: { sweepId: initial.id }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? LIVE_MS : false),
  });
}

export function useSweepEstimate(request: EstimateSweepInput | null) {
  const settled = useSettled(request);
  return useQuery({
    queryKey: ['sweep-estimate', JSON.stringify(settled)],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: settled === null ? skipToken : ({ signal }) => callApi(estimateSweep, { body: settled, signal }),
  });
}

export function useLaunchSweep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LaunchSweepInput) => callApi(launchSweep, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: SWEEPS }),
  });
}

function useSweepChange<Input>(sweepId: string, change: (input: Input) => Promise<SweepView>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (sweep) => client.setQueryData(['sweep', sweepId], sweep),
    // A refusal may mean that the page is behind.
    onError: () => client.invalidateQueries({ queryKey: ['sweep', sweepId] }),
  });
}

export function useControlSweep(sweepId: string) {
  return useSweepChange(sweepId, (action: ControlSweepInput['action']) =>
    callApi(controlSweep, { params: { sweepId }, body: { action } }),
  );
}

export function useRetryCell(sweepId: string) {
  return useSweepChange(sweepId, ({ cellId, reason }: { readonly cellId: string; readonly reason: string }) =>
    callApi(retrySweepCell, { params: { sweepId, cellId }, body: { reason } }),
  );
}
