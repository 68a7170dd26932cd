'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { type ReadSurvivalInput, readSurvival } from '@/lib/contracts/survival';

const PAGE = 20;

/** Read anew whenever an iteration has closed; the first page carries everything but older fates. */
export function useSurvival(
  runId: string,
  readings: number,
  place: NonNullable<ReadSurvivalInput['place']> | 'all',
) {
  return useInfiniteQuery({
    queryKey: ['survival', runId, readings, place],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      callApi(readSurvival, {
        params: { runId },
        query: {
          limit: PAGE,
          ...(place === 'all' ? {} : { place }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
