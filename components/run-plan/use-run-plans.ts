'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '@/components/api/client';
import {
  type ControlRunPlanInput,
  controlRunPlan,
  forecastRunPlan,
  type RunPlanView,
  readNewestRunPlan,
  readRunPlan,
  type StartRunPlanInput,
  startRunPlan,
} from '@/lib/contracts/run-plans';

const LIVE_MS = 3000;
const PLANS = 'run-plans';

export function usePlanForecast(experimentId: string, enabled = true) {
  return useQuery({
    queryKey: ['run-plan-forecast', experimentId],
    enabled,
    queryFn: ({ signal }) => callApi(forecastRunPlan, { params: { experimentId }, signal }),
    // A baseline of the same scope that ends meanwhile takes the first two steps out of the plan.
    refetchInterval: ({ state }) => (state.data?.diagnosis ? false : LIVE_MS),
  });
}

const isLive = (plan: RunPlanView | null | undefined) => plan?.status === 'running';

/** Read again every few seconds while it is under way; what the page says of its experiment follows each step. */
export function useNewestPlan(experimentId: string) {
  const query = useQuery({
    queryKey: [PLANS, 'newest', experimentId],
    queryFn: async ({ signal }) =>
      (await callApi(readNewestRunPlan, { params: { experimentId }, signal })).plan,
    refetchInterval: ({ state }) => (isLive(state.data) ? LIVE_MS : false),
  });
  useFollowed(query.data, experimentId);
  return query;
}

export function useRunPlan(planId: string) {
  return useQuery({
    queryKey: [PLANS, planId],
    queryFn: ({ signal }) => callApi(readRunPlan, { params: { planId }, signal }),
    refetchInterval: ({ state }) => (isLive(state.data) ? LIVE_MS : false),
  });
}

function useFollowed(plan: RunPlanView | null | undefined, experimentId: string): void {
  const client = useQueryClient();
  const seen = plan && [plan.diagnosis?.id, ...plan.runs.map(({ id, status }) => `${id} ${status}`)].join();
  useEffect(() => {
    if (!seen) return;
    for (const name of ['runs', 'experiment', 'speedup-conditions'])
      void client.invalidateQueries({ queryKey: [name, experimentId] });
  }, [client, seen, experimentId]);
}

export function useStartPlan(experimentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StartRunPlanInput) => callApi(startRunPlan, { params: { experimentId }, body }),
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
