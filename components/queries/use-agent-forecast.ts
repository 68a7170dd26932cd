'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { forecastAgent } from '@/lib/contracts/agent-forecast';

/** Forecast for a run that would start now. */
export function useAgentForecast(experimentId: string, kind: 'combee' | 'serialBaseline') {
  return useQuery({
    queryKey: ['agent-forecast', experimentId, kind],
    queryFn: ({ signal }) => callApi(forecastAgent, { params: { experimentId }, query: { kind }, signal }),
  });
}
