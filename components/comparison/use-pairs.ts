'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { compareInsights } from '@/lib/contracts/compared-insights';
import {
  comparePairs,
  listComparedExamples,
  listHeldOutExamples,
  type PairedComparison,
  type PairOutcome,
} from '@/lib/contracts/paired-comparisons';
import { getCandidate } from '@/lib/contracts/run-reading';

/** The first of them is the baseline. `initial` is what the page was made with; it counts for its own baseline alone. */
export function usePairs(runIds: readonly string[], initial: PairedComparison | null) {
  const isInitial = initial !== null && initial.baseline.runId === runIds[0];
  return useQuery({
    queryKey: ['pairs', runIds],
    enabled: runIds.length > 1,
    ...(isInitial ? { initialData: initial, staleTime: Number.POSITIVE_INFINITY } : {}),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(comparePairs, { query: { runs: runIds.join(',') }, signal }),
  });
}

export function useComparedExamples(baseline: string, other: string, outcome: PairOutcome) {
  return usePages({
    key: ['pairs', baseline, other, outcome],
    keepsShown: true,
    read: (page, signal) =>
      callApi(listComparedExamples, { query: { ...page, baseline, other, outcome }, signal }),
  });
}

interface HeldOutAsked {
  readonly candidate: string;
  readonly outcome: PairOutcome;
  /** Number of the run's measurements so far: with each further one the pairs are read again. */
  readonly measurements: number;
}

/** Wins and losses of a version of a run's prompt against the first one. */
export function useHeldOutExamples(runId: string, { candidate, outcome, measurements }: HeldOutAsked) {
  return usePages({
    key: ['held-out-examples', runId, candidate, outcome, measurements],
    keepsShown: true,
    read: (page, signal) =>
      callApi(listHeldOutExamples, { params: { runId }, query: { ...page, candidate, outcome }, signal }),
  });
}

/** The prompts of ended runs never change, so they are compared once. */
export function useComparedInsights(baseline: string, other: string) {
  return useQuery({
    queryKey: ['insights', baseline, other],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => callApi(compareInsights, { query: { baseline, other }, signal }),
  });
}

/** A prompt never changes, so it is read once. */
export function useCandidateText(runId: string, hash: string) {
  return useQuery({
    queryKey: ['candidate', runId, hash],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => callApi(getCandidate, { params: { runId, hash }, signal }),
  });
}
