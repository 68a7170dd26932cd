'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { listNotices, readNotices } from '@/lib/contracts/notices';

const KEY = ['notices'];
const COUNT_EVERY_MS = 30_000;

/** How many are unread: for the number in the navigation. */
export function useNoticeCount(enabled: boolean): number {
  const { data } = useQuery({
    queryKey: [...KEY, 'count'],
    enabled,
    refetchInterval: COUNT_EVERY_MS,
    queryFn: ({ signal }) => callApi(listNotices, { query: { limit: 1 }, signal }),
  });
  return data?.unread ?? 0;
}

export function useNotices() {
  return usePages({
    key: [...KEY, 'list'],
    read: (page, signal) => callApi(listNotices, { query: page, signal }),
  });
}

/** Left out: all of them. */
export function useReadNotices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (noticeIds?: string[]) => callApi(readNotices, { body: noticeIds ? { noticeIds } : {} }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
