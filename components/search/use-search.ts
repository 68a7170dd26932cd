'use client';

import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { type SearchKind, searchTexts } from '@/lib/contracts/search';

export const SEARCH_MIN = 2;

export interface SearchAsked {
  readonly q: string;
  readonly kind: SearchKind;
  readonly run: string;
  readonly experiment: string;
}

/** Hits of one kind, newest first; asked for only where there is something to look for. */
export function useSearch({ q, kind, run, experiment }: SearchAsked, size: number) {
  return usePages({
    key: ['search', q, kind, run, experiment, size],
    size,
    keepsShown: true,
    read: (page, signal) =>
      callApi(searchTexts, {
        query: {
          ...page,
          q,
          kind,
          ...(run === '' ? {} : { runId: run }),
          ...(experiment === '' ? {} : { experimentId: experiment }),
        },
        signal,
      }),
    again: { everyMs: 1_000, isLive: (pages) => pages.some(({ isIndexing }) => isIndexing) },
  });
}
