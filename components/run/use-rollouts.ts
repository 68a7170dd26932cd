'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { getRolloutTrace, listRollouts } from '@/lib/contracts/run-reading';

const PAGE = 100;

export type RolloutFilter = 'all' | 'wrong' | 'right';
export type RolloutSplit = 'all' | 'train' | 'heldOut' | 'selection';

const CORRECT = { all: {}, wrong: { correct: 'false' }, right: { correct: 'true' } } as const;

export function useRollouts(runId: string, verdict: RolloutFilter, split: RolloutSplit) {
  return useInfiniteQuery({
    queryKey: ['rollouts', runId, verdict, split],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callApi(listRollouts, {
        params: { runId },
        query: {
          limit: PAGE,
          ...CORRECT[verdict],
          ...(split === 'all' ? {} : { split }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useRolloutTrace(runId: string, seq: number | null) {
  return useQuery({
    queryKey: ['rollout-trace', runId, seq],
    enabled: seq !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => callApi(getRolloutTrace, { params: { runId, seq: seq ?? 0 }, signal }),
  });
}
