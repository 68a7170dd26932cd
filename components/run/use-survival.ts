'use client';

import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { type ReadSurvivalInput, readSurvival } from '@/lib/contracts/survival';

const PAGE = 20;

/** Read anew whenever an iteration has closed; the first page carries everything but older fates. */
export function useSurvival(
  runId: string,
  readings: number,
  place: NonNullable<ReadSurvivalInput['place']> | 'all',
) {
  return usePages({
    key: ['survival', runId, readings, place],
    size: PAGE,
    keepsShown: true,
    read: (page, signal) =>
      callApi(readSurvival, {
        params: { runId },
        query: { ...page, ...(place === 'all' ? {} : { place }) },
        signal,
      }),
  });
}
