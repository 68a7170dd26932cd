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

/** By experiment or run; those that are not read yet are not in it. `live` while a run among them is going. */
export function useTruthsOf(
  of: 'experiment' | 'run',
  allIds: readonly string[],
  live = false,
): { readonly truths: ReadonlyMap<string, TruthView>; readonly isPending: boolean } {
  const ids = [...new Set(allIds)].slice(0, ASKED_MAX);
  const { data, isPending } = useQuery({
    queryKey: ['truths', of, ids, live],
    queryFn: ({ signal }) => {
      const list = ids.join(',');
      return callApi(readTruths, { query: of === 'run' ? { runs: list } : { experiments: list }, signal });
    },
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    refetchInterval: live ? LIVE_MS : false,
  });
  const truths = new Map(data?.items.map((truth) => [truth.subjectId, truth]));
  return { truths, isPending: isPending && ids.length > 0 };
}
