'use client';

import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '@/components/api/client';
import {
  type ControlRunPlanInput,
  controlRunPlan,
  forecastRunPlan,
  type RunPlanView,
  readNewestRunPlan,
  readRunPlan,
  startRunPlan,
} from '@/lib/contracts/run-plans';

const LIVE_MS = 3000;
const PLANS = 'run-plans';

export function usePlanForecast(experimentId: string, enabled = true) {
  return useQuery({
    queryKey: ['run-plan-forecast', experimentId],
    enabled,
    queryFn: ({ signal }) => callApi(forecastRunPlan, { params: { experimentId }, signal }),
  });
}

const isLive = (plan: RunPlanView | null | undefined) => plan?.status === 'running';

/** Read again every few seconds while it is under way; the list of runs follows each new run. */
export function useNewestPlan(experimentId: string) {
  const query = useQuery({
    queryKey: [PLANS, 'newest', experimentId],
    queryFn: async ({ signal }) =>
      (await callApi(readNewestRunPlan, { params: { experimentId }, signal })).plan,
    refetchInterval: ({ state }) => (isLive(state.data) ? LIVE_MS : false),
  });
  useFollowedRuns(query.data, ['runs', experimentId]);
  return query;
}

export function useRunPlan(planId: string) {
  return useQuery({
    queryKey: [PLANS, planId],
    queryFn: ({ signal }) => callApi(readRunPlan, { params: { planId }, signal }),
    refetchInterval: ({ state }) => (isLive(state.data) ? LIVE_MS : false),
  });
}

function useFollowedRuns(plan: RunPlanView | null | undefined, runs: QueryKey): void {
  const client = useQueryClient();
  const seen = plan?.runs.map(({ id, status }) => `${id} ${status}`).join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new array at each render
  useEffect(() => {
    if (seen !== undefined) void client.invalidateQueries({ queryKey: runs });
  }, [client, seen]);
}

export function useStartPlan(experimentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(startRunPlan, { params: { experimentId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [PLANS] }),
  });
}

export function useControlPlan(planId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: ControlRunPlanInput['action']) =>
      callApi(controlRunPlan, { params: { planId }, body: { action } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [PLANS] }),
  });
}
