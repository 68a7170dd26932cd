'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { getCandidate, listEntries, readIterationScan } from '@/lib/contracts/run-reading';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type { IterationState } from '@/lib/projection/run-state';

/** Parts that the state of a long run leaves out, read when they are opened; facts never change, so once. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useIterationScan(runId: string, iteration: IterationState) {
  return useQuery({
    ...ONCE,
    queryKey: ['iteration-scan', runId, iteration.iteration],
    queryFn: async ({ signal }) => {
      const params = { runId, iteration: iteration.iteration };
      const { iteration: read } = await callApi(readIterationScan, { params, signal });
      const { candidateHash, reflections, shuffle, groups, combined, candidate, closed } =
        read as unknown as IterationState;
      const { isThin, ...counted } = iteration;
      return { ...counted, candidateHash, reflections, shuffle, groups, combined, candidate, closed };
    },
  });
}

/** The text of a version; nothing is asked where it is known. */
export function useVersionText(
  runId: string,
  version: { readonly hash: string; readonly text: string | null },
) {
  const asked = useQuery({
    ...ONCE,
    queryKey: ['candidate', runId, version.hash],
    enabled: version.text === null,
    queryFn: ({ signal }) => callApi(getCandidate, { params: { runId, hash: version.hash }, signal }),
  });
  return { ...asked, text: version.text ?? asked.data?.text ?? null };
}

/** A version as the run keeps it and as measurements sent it; nothing is asked while the hash is null. */
export function useCandidate(runId: string, hash: string | null) {
  return useQuery({
    ...ONCE,
    queryKey: ['candidate', runId, hash],
    enabled: hash !== null,
    queryFn: ({ signal }) => callApi(getCandidate, { params: { runId, hash: hash ?? '' }, signal }),
  });
}

/** The facts of one kind that an iteration stated; nothing is asked while `iteration` is null. */
export function useFactsOf<T extends FactType>(runId: string, type: T, iteration: number | null) {
  return useQuery({
    ...ONCE,
    queryKey: ['facts', runId, type, iteration],
    enabled: iteration !== null,
    queryFn: async ({ signal }) => {
      const query = { type, limit: 200, ...(iteration === null ? {} : { iteration }) };
      const { items } = await callApi(listEntries, { params: { runId }, query, signal });
      return items.map(({ data }) => data as unknown as FactData[T]);
    },
  });
}
