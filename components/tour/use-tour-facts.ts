'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { useRehearsal } from '@/components/slot/use-rehearsal';
import { listExperiments } from '@/lib/contracts/experiments';
import { listRuns } from '@/lib/contracts/run-list';
import { isEnded } from '@/lib/domain/run';
import { isRehearsed, rehearsalSteps } from '@/lib/view/rehearsal-steps';
import { BACK_OFFICE_BASELINE, BACK_OFFICE_EXPERIMENT } from '@/lib/view/tour';
import type { TourFacts } from '@/lib/view/tour-steps';

const LIVE_MS = 3_000;
type Read = Omit<TourFacts, 'opened' | 'practice'>;

/** State of the tour's steps in the workspace; read again while the demo runs. */
export function useTourFacts() {
  const runs = useQuery({
    queryKey: ['tour-runs'],
    queryFn: ({ signal }) => readDemo(signal),
    refetchInterval: ({ state: { data } }) => (data?.demoRun && !data.demoRun.isEnded ? LIVE_MS : false),
  });
  const { data: rehearsal, isPending: isPracticePending } = useRehearsal();
  const practice = rehearsal
    ? { slotId: rehearsal.slotId, isRehearsed: isRehearsed(rehearsalSteps(rehearsal)) }
    : null;
  return { runs, practice, isPending: runs.isPending || isPracticePending };
}

async function readDemo(signal: AbortSignal): Promise<Read> {
  const [demo, baseline] = await Promise.all(
    [BACK_OFFICE_EXPERIMENT, BACK_OFFICE_BASELINE].map(async (name) => {
      const { items } = await callApi(listExperiments, { query: { search: name }, signal });
      return items.find((experiment) => experiment.name === name);
    }),
  );
  const [runs, serial] = await Promise.all([runsOf(demo?.id, signal), runsOf(baseline?.id, signal)]);
  const newest = runs.find(({ kind }) => kind === 'combee');
  return {
    demoId: demo?.id ?? null,
    demoRun: newest ? { id: newest.id, isEnded: isEnded(newest.status) } : null,
    baselineRunId: serial.find(({ status }) => status === 'finished')?.id ?? null,
  };
}

async function runsOf(experimentId: string | undefined, signal: AbortSignal) {
  return experimentId === undefined
    ? []
    : (await callApi(listRuns, { query: { experimentId }, signal })).items;
}
