'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { type ControlRunInput, controlRun, getRun, rerunRun } from '@/lib/contracts/runs';
import { isEnded } from '@/lib/domain/run';

const LIVE_MS = 2000;
const PAUSED_MS = 10_000;

/** The run's row: status, spend, estimate. The facts come by the stream (use-run-stream). */
export function useRun(initial: RunDetailView) {
  return useQuery({
    queryKey: ['run', initial.id],
    queryFn: ({ signal }) => callApi(getRun, { params: { runId: initial.id }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => {
      const status = state.data?.status ?? 'running';
      if (isEnded(status)) return false;
      return status === 'paused' ? PAUSED_MS : LIVE_MS;
    },
  });
}

export function useControlRun(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ControlRunInput) => callApi(controlRun, { params: { runId }, body }),
    onSuccess: () =>
      Promise.all([['run', runId], ['jobs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export function useRerun(runId: string) {
  return useMutation({
    mutationFn: (seed: number | undefined) =>
      callApi(rerunRun, { params: { runId }, body: seed === undefined ? {} : { seed } }),
  });
}
