'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { type RunGroupView, readRunGroup } from '@/lib/contracts/run-groups';

const LIVE_MS = 3000;

/** Read again every few seconds until all of its runs have ended. */
export function useRunGroup(initial: RunGroupView) {
  return useQuery({
    queryKey: ['run-group', initial.id],
    queryFn: ({ signal }) => callApi(readRunGroup, { params: { groupId: initial.id }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.status === 'ended' ? false : LIVE_MS),
  });
}
