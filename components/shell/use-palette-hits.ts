'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { useSettled } from '@/components/api/use-settled';
import { listExperiments } from '@/lib/contracts/experiments';
import { listRuns } from '@/lib/contracts/run-list';
import { searchTexts } from '@/lib/contracts/search';

const HITS = 8;

const RUN_HITS = 5;
const TEXT_HITS = 5;
const TEXT_MIN = 3;

/** Experiments and runs by name, and texts by their words, asked for only while the palette is open. */
export function usePaletteHits(text: string, isOpen: boolean) {
  const settled = useSettled(text.trim());
  const texts = useQuery({
    queryKey: ['search', 'palette', settled],
    enabled: isOpen && settled.length >= TEXT_MIN,
    queryFn: ({ signal }) => callApi(searchTexts, { query: { q: settled, limit: TEXT_HITS }, signal }),
  });
  const runs = useQuery({
    queryKey: ['runs', 'palette', settled],
    enabled: isOpen && settled.length >= TEXT_MIN,
    queryFn: ({ signal }) => callApi(listRuns, { query: { search: settled, limit: RUN_HITS }, signal }),
  });
  const { data } = useQuery({
    queryKey: ['experiments', 'palette', text],
    enabled: isOpen,
    queryFn: ({ signal }) =>
      callApi(listExperiments, { query: { limit: HITS, ...(text === '' ? {} : { search: text }) }, signal }),
  });
  const isAsked = text.trim().length >= TEXT_MIN;
  return {
    experiments: data?.items ?? [],
    runs: isAsked ? (runs.data?.items ?? []) : [],
    texts: isAsked ? (texts.data?.items ?? []) : [],
  };
}
