'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  getSpeedupConditions,
  listDiagnoses,
  type MakeDiagnosisInput,
  makeDiagnosis,
} from '@/lib/contracts/diagnoses';
import type { DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';

export function useDiagnoses(verdict: DiagnosisVerdict | null) {
  return usePages({
    key: ['diagnoses', verdict],
    keepsShown: true,
    read: (page, signal) =>
      callApi(listDiagnoses, { query: { ...page, verdict: verdict ?? undefined }, signal }),
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
