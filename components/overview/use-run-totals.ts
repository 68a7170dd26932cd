'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readRunTotals } from '@/lib/contracts/run-totals';

const POLL_MS = 5_000;

/** Over all runs; asked again while one of them is going. */
export function useRunTotals() {
  return useQuery({
    // Under the runs, so that whatever changes one of them renews the totals too.
    queryKey: ['runs', 'totals'],
    queryFn: ({ signal }) => callApi(readRunTotals, { signal }),
    refetchInterval: ({ state }) => ((state.data?.live ?? 0) > 0 ? POLL_MS : false),
  });
}
