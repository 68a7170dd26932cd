'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { type JobKind, type JobState, listJobs, readBackgroundWork } from '@/lib/contracts/jobs';

const KEY = ['jobs'];
const LIVE_MS = 5000;
const PAGE = 50;
/** Further pages are not refreshed: reading them again would only move the rows. */
const LIVE_PAGES_MAX = 2;

/** New work may begin at any moment, so all of this is read again for as long as the page is open. */
export function useBackgroundWork() {
  return useQuery({
    queryKey: [...KEY, 'counts'],
    refetchInterval: LIVE_MS,
    queryFn: ({ signal }) => callApi(readBackgroundWork, { signal }),
  });
}

interface JobFilter {
  readonly kind: JobKind | null;
  readonly state: JobState | null;
}

export function useJobs({ kind, state }: JobFilter) {
  const query = { ...(kind ? { kind } : {}), ...(state ? { state } : {}) };
  return usePages({
    key: [...KEY, 'list', query],
    size: PAGE,
    keepsShown: true,
    read: (page, signal) => callApi(listJobs, { query: { ...page, ...query }, signal }),
    again: { everyMs: LIVE_MS, isLive: (pages) => pages.length <= LIVE_PAGES_MAX },
  });
}

/** The newest page of those whose last try went wrong. */
export function useJobErrors() {
  return useQuery({
    queryKey: [...KEY, 'errors'],
    refetchInterval: LIVE_MS,
    queryFn: ({ signal }) => callApi(listJobs, { query: { errors: 'true', limit: PAGE }, signal }),
  });
}
