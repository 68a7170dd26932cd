'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { everyItem } from '@/components/api/use-pages';
import { createShare, listShares, revokeShare } from '@/lib/contracts/shares';
import { useRefreshReview } from './use-review';

export function useShares(reportId: string) {
  return useQuery({
    queryKey: ['report-shares', reportId],
    queryFn: ({ signal }) =>
      everyItem((query) => callApi(listShares, { params: { reportId }, query, signal })),
  });
}

export function useShareSteps(reportId: string) {
  const client = useQueryClient();
  const refreshReview = useRefreshReview(reportId);
  const onSuccess = () => {
    void client.invalidateQueries({ queryKey: ['report-shares', reportId] });
    refreshReview();
  };
  return {
    create: useMutation({
      mutationFn: (expiresInDays: number) =>
        callApi(createShare, { params: { reportId }, body: { expiresInDays } }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (shareId: string) => callApi(revokeShare, { params: { reportId, shareId } }),
      onSuccess,
    }),
  };
}
