'use client';

import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { type ListRunsInput, listRuns, type RunSort } from '@/lib/contracts/run-list';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { RowSort } from '@/lib/view/list-rows';

/** Filters of the workspace's runs. */
interface RunFilter {
  readonly search: string;
  readonly tags: readonly string[];
  readonly archived: boolean;
  readonly status: ListRunsInput['status'] | null;
  readonly kind: ListRunsInput['kind'] | null;
  readonly owner: string;
  readonly sort: RowSort | null;
}

/** The columns that the API sorts by. */
export const SORTED_BY_API: readonly RunSort[] = [
  'run',
  'status',
  'experiment',
  'best',
  'spend',
  'batch',
  'rollouts',
  'owner',
  'started',
  'took',
  'made',
];

const PAGE = 100;
const LIVE_MS = 4000;
/** Further pages are not refreshed: reading them again would only move the rows. */
const LIVE_PAGES_MAX = 3;

export function useRunList(filter: RunFilter) {
  const sort = SORTED_BY_API.find((id) => id === filter.sort?.id);
  const query = {
    search: filter.search,
    archived: filter.archived ? ('true' as const) : ('false' as const),
    ...(filter.tags.length > 0 ? { tags: filter.tags.join(',') } : {}),
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.kind ? { kind: filter.kind } : {}),
    ...(filter.owner === '' ? {} : { owner: filter.owner }),
    ...(sort ? { sort, direction: filter.sort?.isDown ? ('desc' as const) : ('asc' as const) } : {}),
  };
  return usePages({
    key: ['runs', 'list', query],
    size: PAGE,
    keepsShown: true,
    read: (page, signal) => callApi(listRuns, { query: { ...page, ...query }, signal }),
    again: {
      everyMs: LIVE_MS,
      isLive: (pages) =>
        pages.length <= LIVE_PAGES_MAX && pages.some(({ items }) => items.some((run) => isGoing(run))),
    },
  });
}

const isGoing = ({ status }: RunView) => status === 'running' || status === 'queued';
