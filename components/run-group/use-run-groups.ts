'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  adviseShape,
  controlRunGroup,
  launchRunGroup,
  type launchRunGroupBody,
  listRunGroups,
  type RunGroupView,
  readRunGroup,
} from '@/lib/contracts/run-groups';
import type { ControlSetInput } from '@/lib/contracts/set-progress';

const LIVE_MS = 3000;
const GROUPS = ['run-groups'];

export function useRunGroups() {
  return usePages({
    key: GROUPS,
    read: (page, signal) => callApi(listRunGroups, { query: page, signal }),
  });
}

/** Read again every few seconds until all of its runs have ended. */
export function useRunGroup(initial: RunGroupView) {
  return useQuery({
    queryKey: ['run-group', initial.id],
    queryFn: ({ signal }) => callApi(readRunGroup, { params: { groupId: initial.id }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.status === 'ended' ? false : LIVE_MS),
  });
}

export function useShapeAdvice(experimentIds: readonly string[]) {
  const list = experimentIds.join(',');
  return useQuery({
    queryKey: ['shape-advice', list],
    enabled: experimentIds.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(adviseShape, { query: { experimentIds: list }, signal }),
  });
}

export function useControlGroup(groupId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: ControlSetInput['action']) =>
      callApi(controlRunGroup, { params: { groupId }, body: { action } }),
    onSuccess: (view) => client.setQueryData(['run-group', groupId], view),
  });
}

export function useLaunchRunGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof launchRunGroupBody>) => callApi(launchRunGroup, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: GROUPS }),
  });
}
