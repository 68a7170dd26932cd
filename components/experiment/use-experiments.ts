'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { importConfiguration } from '@/lib/contracts/configuration-files';
import {
  archiveExperiment,
  createExperiment,
  type createExperimentBody,
  type ExperimentView,
  getExperiment,
  listExperiments,
} from '@/lib/contracts/experiments';
import { listRuns } from '@/lib/contracts/runs';
import { isEnded } from '@/lib/domain/run';

const PAGE = 50;
const LIVE_MS = 3000;

export function useExperiments(search: string, archived: boolean) {
  return useInfiniteQuery({
    queryKey: ['experiments', search, archived],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callApi(listExperiments, {
        query: {
          limit: PAGE,
          archived: archived ? 'true' : 'false',
          ...(search === '' ? {} : { search }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useExperiment(initial: ExperimentView) {
  return useQuery({
    queryKey: ['experiment', initial.id],
    queryFn: ({ signal }) => callApi(getExperiment, { params: { experimentId: initial.id }, signal }),
    initialData: initial,
  });
}

export function useCreateExperiment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof createExperimentBody>) => callApi(createExperiment, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['experiments'] }),
  });
}

/** From the text of a file that was exported. */
export function useImportConfiguration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => callApi(importConfiguration, { body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['experiments'] }),
  });
}

export function useArchiveExperiment(experimentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(archiveExperiment, { params: { experimentId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['experiments'] }),
  });
}

/** Runs, newest first; read again every few seconds while one of them is on its way. */
export function useRuns(experimentId: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['runs', experimentId ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callApi(listRuns, {
        query: {
          limit: PAGE,
          ...(experimentId === undefined ? {} : { experimentId }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      const runs = state.data?.pages.flatMap((page) => page.items) ?? [];
      return runs.some((run) => !isEnded(run.status)) ? LIVE_MS : false;
    },
  });
}
