'use client';

import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { diffReports, listReports, type MakeReportInput, makeReport } from '@/lib/contracts/reports';

const PAGE = 50;
const REPORTS = ['reports'];

export function useReports() {
  return useInfiniteQuery({
    queryKey: REPORTS,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callApi(listReports, {
        query: { limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useMakeReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MakeReportInput) => callApi(makeReport, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: REPORTS }),
  });
}

/** Null = nothing is compared. */
export function useReportDiff(reportId: string, against: string | null) {
  return useQuery({
    queryKey: ['report-diff', reportId, against],
    queryFn:
      against === null
        ? skipToken
        : ({ signal }) => callApi(diffReports, { params: { reportId }, query: { against }, signal }),
  });
}
