'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import {
  calibrateTraceJudge,
  cancelTraceScoring,
  forecastTraceScoring,
  listTraceEvaluators,
  listTraceScorings,
  scoreTraces,
} from '@/lib/contracts/trace-scoring';
import type { CalibrateTraceJudgeInput, ScoreTracesInput } from '@/lib/contracts/trace-scoring-shapes';
import { isScoringOver } from '@/lib/domain/trace-scoring';

const KEY = ['trace-scorings'];
const FORECAST = ['trace-scoring-forecast'];
const LIVE_MS = 1_000;
const ENDED_SHOWN_MS = 3_600_000;

/** Scorings at work, and those that ended within an hour. Scores and forecasts are read again when one has ended. */
export function useTraceScorings() {
  const client = useQueryClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { items } = await callApi(listTraceScorings, { signal });
      const after = Date.now() - ENDED_SHOWN_MS;
      const shown = items.filter(({ endedAt }) => endedAt === null || Date.parse(endedAt) >= after);
      const wasLive = (client.getQueryData<typeof items>(KEY) ?? []).filter((one) => !isScoringOver(one));
      const isLive = new Set(items.filter((one) => !isScoringOver(one)).map(({ id }) => id));
      if (wasLive.some(({ id }) => !isLive.has(id)))
        await Promise.all([FORECAST, ['traces']].map((queryKey) => client.invalidateQueries({ queryKey })));
      return shown;
    },
    refetchInterval: ({ state }) => (state.data?.some((one) => !isScoringOver(one)) ? LIVE_MS : false),
  });
}

export function useTraceEvaluators() {
  return useQuery({
    queryKey: ['trace-evaluators'],
    queryFn: async ({ signal }) => (await callApi(listTraceEvaluators, { signal })).items,
  });
}

export function useScoringForecast(body: ScoreTracesInput) {
  return useQuery({
    queryKey: [...FORECAST, body],
    queryFn: ({ signal }) => callApi(forecastTraceScoring, { body, signal }),
  });
}

export function useScoreTraces() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ScoreTracesInput) => callApi(scoreTraces, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useCalibrateTraceJudge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CalibrateTraceJudgeInput) => callApi(calibrateTraceJudge, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useCancelScoring(scoringId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(cancelTraceScoring, { params: { scoringId } }),
    onSuccess: () => Promise.all([KEY, ['jobs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
