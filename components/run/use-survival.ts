'use client';

import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { type ReadSurvivalInput, type RunSurvivalView, readSurvival } from '@/lib/contracts/survival';

const PAGE = 20;

/** Read anew whenever an iteration has closed; the first page carries everything but older fates. */
export function useSurvival(
  runId: string,
  readings: number,
  place: NonNullable<ReadSurvivalInput['place']> | 'all',
) {
  return usePages<RunSurvivalView>({
    key: ['survival', runId, readings, place],
    size: PAGE,
    keepsShown: true,
    again: { everyMs: 3_000, isLive: (pages) => pages[0]?.isWhole === false },
    read: (page, signal) =>
      callApi(readSurvival, {
        params: { runId },
        query: { ...page, ...(place === 'all' ? {} : { place }) },
        signal,
      }),
  });
}
