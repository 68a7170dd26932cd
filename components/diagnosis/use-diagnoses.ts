'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import {
  getSpeedupConditions,
  listDiagnoses,
  type MakeDiagnosisInput,
  makeDiagnosis,
} from '@/lib/contracts/diagnoses';
import type { DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';

const PAGE = 50;

export function useDiagnoses(verdict: DiagnosisVerdict | null) {
  return useInfiniteQuery({
    queryKey: ['diagnoses', verdict],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callApi(listDiagnoses, {
        query: {
          limit: PAGE,
          ...(verdict === null ? {} : { verdict }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useMakeDiagnosis() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MakeDiagnosisInput) => callApi(makeDiagnosis, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['diagnoses'] }),
  });
}

export function useSpeedupConditions(experimentId: string) {
  return useQuery({
    queryKey: ['speedup-conditions', experimentId],
    queryFn: ({ signal }) => callApi(getSpeedupConditions, { params: { experimentId }, signal }),
  });
}
