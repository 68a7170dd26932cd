'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { prioritiseCandidate, readDispatch } from '@/lib/contracts/dispatch';
import { changeLanes, getLanes } from '@/lib/contracts/lanes';

const FLUSHES = 20;

/** Read anew whenever the stream has told of another iteration; the first page carries everything but older batches. */
export function useDispatch(runId: string, iterations: number) {
  return usePages({
    key: ['dispatch', runId, iterations],
    size: FLUSHES,
    keepsShown: true,
    read: (page, signal) => callApi(readDispatch, { params: { runId }, query: page, signal }),
  });
}

export function usePrioritise(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => callApi(prioritiseCandidate, { params: { runId }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['dispatch', runId] }),
  });
}

/** The conditions are of the last iteration, so they are read again with each. */
export function useLanes(runId: string, iterations: number) {
  return useQuery({
    queryKey: ['lanes', runId, iterations],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(getLanes, { params: { runId }, signal }),
  });
}

export function useChangeLanes(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lanes: number) => callApi(changeLanes, { params: { runId }, body: { lanes } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['lanes', runId] }),
  });
}
