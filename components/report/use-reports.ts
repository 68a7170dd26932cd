'use client';

import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { diffReports, listReports, type MakeReportInput, makeReport } from '@/lib/contracts/reports';

const REPORTS = ['reports'];

export function useReports() {
  return usePages({
    key: REPORTS,
    read: (page, signal) => callApi(listReports, { query: page, signal }),
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
