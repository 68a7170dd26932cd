'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readTruths, type TruthView } from '@/lib/contracts/truths';

const LIVE_MS = 5000;
/** As many as one question takes. */
const ASKED_MAX = 100;

/** `live` while a run of it is going: the sentence changes when that ends. */
export function useTruth(of: 'experiment' | 'run', id: string, live: boolean) {
  const { data, isPending } = useQuery({
    queryKey: ['truths', of, id, live],
    queryFn: ({ signal }) =>
      callApi(readTruths, { query: of === 'run' ? { runs: id } : { experiments: id }, signal }),
    refetchInterval: live ? LIVE_MS : false,
  });
  return { truth: data?.items[0], isPending };
}

/** By experiment; those that are not read yet are not in it. */
export function useTruthsOf(experimentIds: readonly string[]): ReadonlyMap<string, TruthView> {
  const ids = experimentIds.slice(0, ASKED_MAX);
  const { data } = useQuery({
    queryKey: ['truths', 'experiments', ids],
    queryFn: ({ signal }) => callApi(readTruths, { query: { experiments: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  });
  return new Map(data?.items.map((truth) => [truth.subjectId, truth]));
}
