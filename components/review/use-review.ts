'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import {
  type DecideReviewInput,
  decideReview,
  type ReopenReviewInput,
  readReview,
  reopenReview,
  requestReview,
  setReviewers,
} from '@/lib/contracts/reviews';

const keyOf = (reportId: string) => ['report-review', reportId];

export function useReview(reportId: string) {
  return useQuery({
    queryKey: keyOf(reportId),
    queryFn: ({ signal }) => callApi(readReview, { params: { reportId }, signal }),
  });
}

/** A decision is never shown before the server took it: it may be refused for a content that has changed. */
export function useReviewSteps(reportId: string) {
  const client = useQueryClient();
  const params = { reportId };
  const settled = {
    onSuccess: (review: unknown) => client.setQueryData(keyOf(reportId), review),
    onError: () => client.invalidateQueries({ queryKey: keyOf(reportId) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  };
  return {
    name: useMutation({
      mutationFn: (reviewers: string[]) => callApi(setReviewers, { params, body: { reviewers } }),
      ...settled,
    }),
    ask: useMutation({
      mutationFn: (reviewers: string[]) => callApi(requestReview, { params, body: { reviewers } }),
      ...settled,
    }),
    decide: useMutation({
      mutationFn: (body: DecideReviewInput) => callApi(decideReview, { params, body }),
      ...settled,
    }),
    reopen: useMutation({
      mutationFn: (body: ReopenReviewInput) => callApi(reopenReview, { params, body }),
      ...settled,
    }),
  };
}

export function useRefreshReview(reportId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(reportId) });
}
