'use client';

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { prioritiseCandidate, readDispatch } from '@/lib/contracts/dispatch';
import { changeLanes, getLanes } from '@/lib/contracts/lanes';

const FLUSHES = 20;

/** Read anew whenever the stream has told of another iteration; the first page carries everything but older batches. */
export function useDispatch(runId: string, iterations: number) {
  return useInfiniteQuery({
    queryKey: ['dispatch', runId, iterations],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      callApi(readDispatch, {
        params: { runId },
        query: { limit: FLUSHES, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
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
