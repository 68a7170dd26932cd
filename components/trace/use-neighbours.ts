'use client';

import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { TraceView } from '@/lib/contracts/traces';

interface Neighbours {
  readonly newer: string | null;
  readonly older: string | null;
}

/** Traces next to this one in the list that was read last. None where the page was opened by its address. */
export function useNeighbours(id: string): Neighbours {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['traces'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { state } of lists) {
    const data = state.data as InfiniteData<{ readonly items: readonly TraceView[] }> | undefined;
    const ids = data?.pages.flatMap(({ items }) => items.map((item) => item.id)) ?? [];
    const place = ids.indexOf(id);
    if (place >= 0) return { newer: ids[place - 1] ?? null, older: ids[place + 1] ?? null };
  }
  return { newer: null, older: null };
}
