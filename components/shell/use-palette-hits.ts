'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { listExperiments } from '@/lib/contracts/experiments';

const HITS = 8;

/** Experiments by name, asked for only while the palette is open. */
export function usePaletteHits(text: string, isOpen: boolean) {
  const { data } = useQuery({
    queryKey: ['experiments', 'palette', text],
    enabled: isOpen,
    queryFn: ({ signal }) =>
      callApi(listExperiments, { query: { limit: HITS, ...(text === '' ? {} : { search: text }) }, signal }),
  });
  return data?.items ?? [];
}
