'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  archiveExperiment,
  createExperiment,
  type createExperimentBody,
  type ExperimentView,
  getExperiment,
  listExperiments,
} from '@/lib/contracts/experiments';
import { listRuns } from '@/lib/contracts/run-list';
import { isEnded } from '@/lib/domain/run';

const LIVE_MS = 3000;

interface ExperimentFilter {
  readonly search?: string;
  readonly archived?: boolean;
  readonly tags?: readonly string[];
}

export function useExperiments({ search = '', archived = false, tags = [] }: ExperimentFilter = {}) {
  const query = {
    search,
    archived: archived ? ('true' as const) : ('false' as const),
    ...(tags.length > 0 ? { tags: tags.join(',') } : {}),
  };
  return usePages({
    key: ['experiments', query],
    keepsShown: true,
    read: (page, signal) => callApi(listExperiments, { query: { ...page, ...query }, signal }),
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

export function useArchiveExperiment(experimentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(archiveExperiment, { params: { experimentId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['experiments'] }),
  });
}

/** Runs, newest first; read again every few seconds while one of them is on its way. */
export function useRuns(experimentId: string | undefined) {
  return usePages({
    key: ['runs', experimentId ?? 'all'],
    read: (page, signal) => callApi(listRuns, { query: { ...page, experimentId }, signal }),
    again: {
      everyMs: LIVE_MS,
      isLive: (pages) => pages.some(({ items }) => items.some((run) => !isEnded(run.status))),
    },
  });
}
