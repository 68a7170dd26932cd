'use client';

import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { callApi } from '@/components/api/client';
import type { AgentRolloutView, ShownStep } from '@/lib/contracts/rollout-shapes';
import {
  compareRollouts,
  getRollout,
  listAlikeRollouts,
  listTrajectorySteps,
  readTrajectory,
  runRolloutAgain,
  searchTrajectory,
} from '@/lib/contracts/rollouts';
import type { RolloutStatus } from '@/lib/domain/rollout-order';

/** A rollout that is running is read again this often. */
const AGAIN_MS = 2000;
export const STEPS_PAGE = 50;

export interface NamedAttempt {
  readonly rolloutId: string;
  readonly attempt: number;
}

export const isOpen = (status: RolloutStatus | undefined) => status === 'running' || status === 'queued';

const isRunning = (rollout: AgentRolloutView | undefined) => isOpen(rollout?.attempts.at(-1)?.status);

export function useRollout(initial: AgentRolloutView) {
  return useQuery({
    queryKey: ['rollout', initial.id],
    initialData: initial,
    queryFn: ({ signal }) => callApi(getRollout, { params: { rolloutId: initial.id }, signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? AGAIN_MS : false),
  });
}

/** `growing`: the trajectory is built anew from the calls recorded so far. */
export function useTrajectoryHead(named: NamedAttempt, growing: boolean) {
  return useQuery({
    queryKey: ['trajectory', named.rolloutId, named.attempt, growing],
    queryFn: ({ signal }) => callApi(readTrajectory, { params: paramsOf(named), signal }),
    refetchInterval: growing ? AGAIN_MS : false,
    staleTime: growing ? 0 : Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

const paramsOf = ({ rolloutId, attempt }: NamedAttempt) => ({ rolloutId, attempt });

const stepsKey = ({ rolloutId, attempt }: NamedAttempt) => ['trajectory-steps', rolloutId, attempt];

/** The steps of the pages that are in sight, by index. Pages in sight are read again when `stamp` changes. */
export function useSteps(
  named: NamedAttempt,
  pages: readonly number[],
  stamp: string,
): ReadonlyMap<number, ShownStep> {
  const client = useQueryClient();
  const { rolloutId, attempt } = named;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says that what was read has changed.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: stepsKey({ rolloutId, attempt }) });
  }, [client, rolloutId, attempt, stamp]);
  const read = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...stepsKey(named), page],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callApi(listTrajectorySteps, {
          params: paramsOf(named),
          query: { from: page * STEPS_PAGE, count: STEPS_PAGE },
          signal,
        }),
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(
    () => new Map(read.flatMap((page) => page?.items ?? []).map((item) => [item.index, item])),
    [read],
  );
}

export function useStepSearch(named: NamedAttempt, q: string, stamp: string) {
  return useQuery({
    queryKey: ['trajectory-search', named.rolloutId, named.attempt, q, stamp],
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callApi(searchTrajectory, { params: paramsOf(named), query: { q: q.trim() }, signal }),
  });
}

export function useAlike(rolloutId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['rollouts-alike', rolloutId],
    enabled,
    queryFn: ({ signal }) => callApi(listAlikeRollouts, { params: { rolloutId }, signal }),
  });
}

/** Read again while one of the two is running. */
export function useComparison(left: string, right: string) {
  return useQuery({
    queryKey: ['rollout-comparison', left, right],
    queryFn: ({ signal }) =>
      callApi(compareRollouts, { params: { rolloutId: left }, query: { with: right }, signal }),
    refetchInterval: ({ state }) =>
      isRunning(state.data?.left) || isRunning(state.data?.right) ? AGAIN_MS : false,
  });
}

export function useRunAgain(rolloutId: string) {
  return useMutation({
    mutationFn: (components: Readonly<Record<string, string>>) =>
      callApi(runRolloutAgain, { params: { rolloutId }, body: { components } }),
  });
}
