'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  getSpeedupConditions,
  listDiagnoses,
  type MakeDiagnosisInput,
  makeDiagnosis,
} from '@/lib/contracts/diagnoses';
import { forecastDiagnosis } from '@/lib/contracts/diagnosis-forecast';
import type { DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';
import type { PlannedCurve } from '@/lib/view/planned-curve';

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

/** Forecast for the settings in a form. Sends no request before a split is chosen. */
export function useDiagnosisForecast(splitId: string | null, planned: PlannedCurve) {
  return useQuery({
    queryKey: ['diagnosis-forecast', splitId, planned],
    enabled: splitId !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callApi(forecastDiagnosis, { params: { splitId: splitId ?? '' }, query: planned, signal }),
  });
}
