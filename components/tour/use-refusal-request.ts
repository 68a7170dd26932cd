'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { type ExperimentView, listExperiments, updateExperiment } from '@/lib/contracts/experiments';
import { checkClaim, checkRun, type checkRunBody } from '@/lib/contracts/proposals';
import { listTasks } from '@/lib/contracts/tasks';
import type { TourAsk } from '@/lib/view/tour';

const ALL = 200;
/** Until the seeded experiments are there. */
const LOOK_AGAIN_MS = 5000;

export interface TourPlace {
  readonly experiments: readonly ExperimentView[];
  /** A task that a judge scores. */
  readonly judgedTaskId: string | undefined;
}

/** Objects of the tour's requests, as far as they exist. */
export function useTourPlace(names: readonly string[]) {
  const experiments = useQuery({
    queryKey: ['experiments', 'tour'],
    queryFn: ({ signal }) => callApi(listExperiments, { query: { limit: ALL }, signal }),
    refetchInterval: ({ state }) =>
      names.every((name) => state.data?.items.some((one) => one.name === name)) ? false : LOOK_AGAIN_MS,
  });
  const tasks = useQuery({
    queryKey: ['tasks', 'tour'],
    queryFn: ({ signal }) => callApi(listTasks, { query: { limit: ALL }, signal }),
  });
  const place: TourPlace = {
    experiments: experiments.data?.items ?? [],
    judgedTaskId: tasks.data?.items.find(({ scoring }) => scoring.kind === 'judge')?.id,
  };
  const failed = experiments.isError ? experiments : tasks.isError ? tasks : null;
  return { place, isPending: experiments.isPending || tasks.isPending, failed };
}

export type ReadyRequest = () => Promise<unknown>;

/** The request of a step; null while what it speaks of is not there. */
export function requestOf(ask: TourAsk, { experiments, judgedTaskId }: TourPlace): ReadyRequest | null {
  if (ask.kind === 'claim') return () => callApi(checkClaim, { body: ask.claim });
  const experiment = experiments.find(({ name }) => name === ask.experiment);
  if (experiment === undefined) return null;
  const params = { experimentId: experiment.id };
  if (ask.kind === 'archive') {
    return () => callApi(checkClaim, { body: { kind: 'archive', experimentId: experiment.id } });
  }
  if (ask.kind === 'split') {
    const other = experiments.find(({ name }) => name === ask.other);
    // Before a run has pinned the split it could really be changed.
    if (other === undefined || !experiment.pinned) return null;
    return () => callApi(updateExperiment, { params, body: { splitId: other.splitId } });
  }
  if (ask.judged && judgedTaskId === undefined) return null;
  const task = ask.judged ? { taskId: judgedTaskId } : {};
  // Some settings of the tour are none that the contract knows: that is what is to be answered.
  const settings = ask.settings as z.input<typeof checkRunBody>['settings'];
  return () => callApi(checkRun, { params, body: { kind: 'combee', settings, ...task } });
}

/** Sends it; that it is let through is an answer too. */
export function useTourRequest() {
  return useMutation({ mutationFn: (send: ReadyRequest) => send(), retry: false });
}
