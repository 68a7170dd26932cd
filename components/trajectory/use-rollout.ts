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
import { listTraceSteps, readTraceTrajectory, searchTraceSteps } from '@/lib/contracts/traces';
import type { RolloutStatus } from '@/lib/domain/rollout-order';

/** A rollout that is running is read again this often. */
const AGAIN_MS = 2000;
export const STEPS_PAGE = 50;

export interface NamedAttempt {
  readonly rolloutId: string;
  readonly attempt: number;
}

/** A trajectory: of an attempt, or of a collected trace. */
export type NamedTrajectory = NamedAttempt | { readonly traceId: string };

const keyOf = (named: NamedTrajectory) =>
  'traceId' in named ? ['trace', named.traceId] : [named.rolloutId, named.attempt];

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
export function useTrajectoryHead(named: NamedTrajectory, growing: boolean) {
  return useQuery({
    queryKey: ['trajectory', ...keyOf(named), growing],
    queryFn: ({ signal }) =>
      'traceId' in named
        ? callApi(readTraceTrajectory, { params: named, signal })
        : callApi(readTrajectory, { params: paramsOf(named), signal }),
    refetchInterval: growing ? AGAIN_MS : false,
    staleTime: growing ? 0 : Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

const paramsOf = ({ rolloutId, attempt }: NamedAttempt) => ({ rolloutId, attempt });

const stepsKey = (named: NamedTrajectory) => ['trajectory-steps', ...keyOf(named)];

function readSteps(named: NamedTrajectory, page: number, signal: AbortSignal) {
  const query = { from: page * STEPS_PAGE, count: STEPS_PAGE };
  return 'traceId' in named
    ? callApi(listTraceSteps, { params: named, query, signal })
    : callApi(listTrajectorySteps, { params: paramsOf(named), query, signal });
}

/** The steps of the pages that are in sight, by index. Pages in sight are read again when `stamp` changes. */
export function useSteps(
  named: NamedTrajectory,
  pages: readonly number[],
  stamp: string,
): ReadonlyMap<number, ShownStep> {
  const client = useQueryClient();
  const place = JSON.stringify(stepsKey(named));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says that what was read has changed.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: JSON.parse(place) });
  }, [client, place, stamp]);
  const read = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...stepsKey(named), page],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }: { signal: AbortSignal }) => readSteps(named, page, signal),
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(
    () => new Map(read.flatMap((page) => page?.items ?? []).map((item) => [item.index, item])),
    [read],
  );
}

export function useStepSearch(named: NamedTrajectory, q: string, stamp: string) {
  return useQuery({
    queryKey: ['trajectory-search', ...keyOf(named), q, stamp],
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { q: q.trim() };
      return 'traceId' in named
        ? callApi(searchTraceSteps, { params: named, query, signal })
        : callApi(searchTrajectory, { params: paramsOf(named), query, signal });
    },
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
