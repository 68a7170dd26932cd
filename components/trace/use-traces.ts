'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  type ForecastTraceDatasetInput,
  forecastTraceDataset,
  type MakeTraceDatasetInput,
  makeTraceDataset,
} from '@/lib/contracts/trace-datasets';
import { importTraces } from '@/lib/contracts/trace-imports';
import { judgeTrace, listTracesToJudge } from '@/lib/contracts/trace-judging';
import {
  forecastTraceLearning,
  type LearnFromTracesInput,
  learnFromTraces,
} from '@/lib/contracts/trace-learning';
import {
  deleteTrace,
  getTrace,
  listTraceFacets,
  listTraces,
  type TraceDetailView,
} from '@/lib/contracts/traces';
import type { TraceFilter } from '@/lib/domain/trace-filter';

/** The first page is read again this often: new traces appear by themselves. */
const LIVE_MS = 3_000;

/** As an address and a query hold it. */
function queryOf({ hasError, ...filter }: TraceFilter) {
  const flag = hasError === undefined ? {} : { hasError: hasError ? ('true' as const) : ('false' as const) };
  return { ...filter, ...flag };
}

export function useTraces(filter: TraceFilter) {
  const query = queryOf(filter);
  return usePages({
    key: ['traces', query],
    keepsShown: true,
    read: (page, signal) => callApi(listTraces, { query: { ...page, ...query }, signal }),
    again: { everyMs: LIVE_MS, isLive: (pages) => pages.length <= 1 },
  });
}

export function useTraceFacets() {
  return useQuery({
    queryKey: ['trace-facets'],
    queryFn: ({ signal }) => callApi(listTraceFacets, { signal }),
    // A trace that appears by itself may bring a service or a tool that no filter names yet.
    refetchInterval: LIVE_MS,
  });
}

/** Read once: the queue does not move while a person judges. */
export function useTracesToJudge(filter: TraceFilter) {
  const query = queryOf(filter);
  return useQuery({
    queryKey: ['traces-to-judge', query],
    queryFn: ({ signal }) => callApi(listTracesToJudge, { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useTrace(initial: TraceDetailView) {
  return useQuery({
    queryKey: ['trace', initial.id],
    initialData: initial,
    queryFn: ({ signal }) => callApi(getTrace, { params: { traceId: initial.id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? LIVE_MS : false),
  });
}

export function useJudgeTrace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: traceId, ...body }: { id: string; value: number | null; explanation: string }) =>
      callApi(judgeTrace, { params: { traceId }, body }),
    onSuccess: (trace) => {
      client.setQueryData(['trace', trace.id], trace);
      return client.invalidateQueries({ queryKey: ['traces'] });
    },
  });
}

export function useDeleteTrace(traceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(deleteTrace, { params: { traceId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['traces'] }),
  });
}

export function useImportTraces() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (files: readonly File[]) => {
      const body = new FormData();
      for (const file of files) body.append('files', file);
      return callApi(importTraces, { body });
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['traces'] }),
        client.invalidateQueries({ queryKey: ['trace-facets'] }),
      ]),
  });
}

export function useLearningForecast(body: LearnFromTracesInput | null) {
  return useQuery({
    queryKey: ['trace-learning-forecast', body],
    enabled: body !== null,
    queryFn: ({ signal }) =>
      body === null
        ? Promise.reject(new Error('No experiment was chosen.'))
        : callApi(forecastTraceLearning, { body, signal }),
  });
}

export function useLearnFromTraces() {
  return useMutation({
    mutationFn: (body: LearnFromTracesInput) => callApi(learnFromTraces, { body }),
  });
}

export function useTraceDatasetForecast(body: ForecastTraceDatasetInput) {
  return useQuery({
    queryKey: ['trace-dataset-forecast', body],
    queryFn: ({ signal }) => callApi(forecastTraceDataset, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useMakeTraceDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MakeTraceDatasetInput) => callApi(makeTraceDataset, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}
