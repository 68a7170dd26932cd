'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { listInsights, listSeenShares, readBulletHistory } from '@/lib/contracts/provenance';

const LIMIT = 200;
/** While a long run is being reckoned. */
const AGAIN_MS = 2_000;

export interface InsightsAsked {
  readonly iteration?: number;
  readonly ordinal?: number;
  readonly line?: string;
}

/** Where insights came from and what they became; nothing is asked while `asked` is null. */
export function useInsights(runId: string, asked: InsightsAsked | null) {
  return useQuery({
    queryKey: ['insights', runId, asked],
    enabled: asked !== null,
    queryFn: ({ signal }) =>
      callApi(listInsights, { params: { runId }, query: { limit: LIMIT, ...asked }, signal }),
    refetchInterval: ({ state }) => (state.data?.isWhole === false ? AGAIN_MS : false),
  });
}

/**
 * How much of its agent's trajectory each reflection of an iteration read, by ordinal: asked once its groups are known and
 * again once it is closed; nothing is asked while `asked` is null.
 */
export function useSeenShares(
  runId: string,
  asked: { readonly iteration: number; readonly isClosed: boolean } | null,
) {
  return useQuery({
    queryKey: ['seen-shares', runId, asked],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { runId, iteration: asked?.iteration ?? 0 };
      const { items } = await callApi(listSeenShares, { params, signal });
      return new Map(items.map(({ ordinal, share }) => [ordinal, share]));
    },
  });
}

export function useBulletHistory(runId: string, bullet: string | null) {
  return useQuery({
    queryKey: ['bullet-history', runId, bullet],
    enabled: bullet !== null,
    queryFn: ({ signal }) =>
      callApi(readBulletHistory, { params: { runId }, query: { bullet: bullet ?? '' }, signal }),
  });
}
