'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { getRolloutTrace, listRollouts } from '@/lib/contracts/run-reading';

/** As much as the API gives at once: a wheel goes through thousands. */
const PAGE = 200;

export type RolloutFilter = 'all' | 'wrong' | 'right';
export type RolloutSplit = 'all' | 'train' | 'heldOut' | 'selection';

const CORRECT = { all: {}, wrong: { correct: 'false' }, right: { correct: 'true' } } as const;

export function useRollouts(runId: string, verdict: RolloutFilter, split: RolloutSplit) {
  return usePages({
    key: ['rollouts', runId, verdict, split],
    size: PAGE,
    read: (page, signal) =>
      callApi(listRollouts, {
        params: { runId },
        query: { ...page, ...CORRECT[verdict], ...(split === 'all' ? {} : { split }) },
        signal,
      }),
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
