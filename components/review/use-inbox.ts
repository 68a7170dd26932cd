'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { listMentions, readMentions } from '@/lib/contracts/mentions';

const COUNT_EVERY_MS = 60_000;

/** How much waits: for the number in the navigation. */
export function useInboxCount(enabled: boolean): number {
  const { data } = useQuery({
    queryKey: ['inbox', 'count'],
    enabled,
    refetchInterval: COUNT_EVERY_MS,
    queryFn: ({ signal }) => callApi(listMentions, { query: { limit: 1 }, signal }),
  });
  return data ? data.unread + data.waiting.length : 0;
}

export function useInbox() {
  return usePages({
    key: ['inbox', 'list'],
    read: (page, signal) => callApi(listMentions, { query: page, signal }),
  });
}

/** Left out: all of them. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (commentIds?: string[]) => callApi(readMentions, { body: commentIds ? { commentIds } : {} }),
    onSettled: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  });
}
