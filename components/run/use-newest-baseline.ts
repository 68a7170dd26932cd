'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '@/components/api/client';
import { listRuns } from '@/lib/contracts/run-list';

const LIVE_MS = 3000;
/** The key of all lists of runs: a start makes them stale. */
const RUNS = 'runs';

/** The newest serial baseline of an experiment; null = none. The run on the page is read again with it. */
export function useNewestBaseline(experimentId: string, enabled: boolean) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [RUNS, 'newest-baseline', experimentId],
    enabled,
    queryFn: async ({ signal }) => {
      const query = { experimentId, kind: 'serialBaseline', limit: 1 } as const;
      return (await callApi(listRuns, { query, signal })).items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? LIVE_MS : false),
  });
  const { dataUpdatedAt } = query;
  // The diagnosis is written a moment after the baseline ends, and an ended run is not read again by itself.
  useEffect(() => {
    if (enabled && dataUpdatedAt > 0) void client.invalidateQueries({ queryKey: ['run'] });
  }, [client, enabled, dataUpdatedAt]);
  return query;
}
