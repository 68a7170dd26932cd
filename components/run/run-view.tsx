'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { TruthLine } from '@/components/fact/truth-line';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { originOfManifest } from '@/lib/view/number-origin';
import { DoubtNotice } from './doubt-notice';
import { RunHeader } from './run-header';
import { RunNotices } from './run-notices';
import {
  ConfoundingNotice,
  CostPanel,
  DiversityPanel,
  fetchProgress,
  IterationsPanel,
  LedgerPanel,
  ManifestPanel,
  PlanNotice,
  PlaybookTab,
  ProgressPanel,
  RolloutsPanel,
  SchedulingPanel,
  SearchPanel,
  SurvivalPanel,
  TimelinePanel,
} from './run-panels';
import { RunVitals } from './run-vitals';
import { useRun } from './use-run';
import { useRunStream } from './use-run-stream';

const TABS = [
  'progress',
  'iterations',
  'search',
  'playbook',
  'rollouts',
  'timeline',
  'scheduling',
  'diversity',
  'survival',
  'cost',
  'ledger',
  'manifest',
] as const;

/** A run, live: the row for status and money, the ledger for everything else. */
export function RunView({ initial }: { initial: RunDetailView }) {
  const { data: run } = useRun(initial);
  const { state: streamed, health } = useRunStream(run.id, isEnded(run.status) ? run.lastSeq : null);
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('progress'));
  // Not in an effect: fetched while the rest of the page wakes up.
  if (tab === 'progress') fetchProgress();
  const manifest = run.manifest as unknown as RunManifest;
  const origin = originOfManifest(manifest);
  const isLive = !isEnded(run.status);
  // Until what existed at the first look is read, half a ledger would show old numbers as if they were today's.
  const isReading = streamed.lastSeq < initial.lastSeq;
  const state = isReading ? EMPTY_RUN_STATE : streamed;
  // Another number with each closed iteration and at the end: what is not streamed is read again then.
  const readings = isLive ? state.iterations.filter(({ closed }) => closed).length : -1;
  const counted = (count: number) => (isReading ? undefined : count);
  const read = (content: ReactNode) =>
    isReading ? <SkeletonRows label="Reading the ledger" rows={8} /> : content;
  return (
    <>
      <RunHeader run={run} manifest={manifest} health={health} />
      {run.confounding === null ? null : <ConfoundingNotice run={run} />}
      {/* A doubt is the truth of its run: said once. */}
      {run.scoreDoubt ? (
        <DoubtNotice run={run} doubt={run.scoreDoubt} />
      ) : (
        <TruthLine of="run" id={run.id} live={isLive} />
      )}
      {run.planId === null ? null : <PlanNotice planId={run.planId} />}
      <RunNotices run={run} state={state} />
      <RunVitals run={run} state={state} origin={origin} />
      <Tabs
        label="Parts of the run"
        value={tab}
        onChange={(value) => setTab(value as (typeof TABS)[number])}
        items={[
          {
            value: 'progress',
            label: 'Progress',
            content: read(<ProgressPanel run={run} state={state} origin={origin} />),
          },
          {
            value: 'iterations',
            label: 'Iterations',
            count: counted(state.iterations.length),
            content: read(
              <IterationsPanel
                runId={run.id}
                iterations={state.iterations}
                origin={origin}
                hasAgent={manifest.agent !== undefined}
              />,
            ),
          },
          ...(manifest.method.name === 'ace'
            ? []
            : [
                {
                  value: 'search',
                  label: 'Search',
                  count: counted(state.proposals.length + state.leftOut.trials + state.trials.length),
                  content: read(<SearchPanel runId={run.id} state={state} origin={origin} />),
                },
              ]),
          {
            value: 'playbook',
            label: manifest.method.name === 'ace' ? 'Playbook' : 'Prompt',
            count: counted(state.candidates.length),
            content: read(
              <PlaybookTab run={run} state={state} manifest={manifest} origin={origin} isLive={isLive} />,
            ),
          },
          {
            value: 'rollouts',
            label: 'Rollouts',
            count: counted(state.trainRollouts + state.evaluationRollouts),
            content: <RolloutsPanel runId={run.id} origin={origin} isLive={isLive} />,
          },
          {
            value: 'timeline',
            label: 'Timeline',
            content: <TimelinePanel runId={run.id} readings={readings} origin={origin} />,
          },
          {
            value: 'scheduling',
            label: 'Scheduling',
            content: read(<SchedulingPanel runId={run.id} state={state} origin={origin} />),
          },
          {
            value: 'diversity',
            label: 'Diversity',
            content: read(
              <DiversityPanel
                runId={run.id}
                state={state}
                manifest={manifest}
                origin={origin}
                isLive={isLive}
              />,
            ),
          },
          {
            value: 'survival',
            label: 'Survival',
            content: read(<SurvivalPanel runId={run.id} readings={readings} origin={origin} />),
          },
          {
            value: 'cost',
            label: 'Cost',
            content: <CostPanel runId={run.id} readings={readings} origin={origin} doubt={run.scoreDoubt} />,
          },
          {
            value: 'ledger',
            label: 'Ledger',
            count: Math.max(state.lastSeq, run.lastSeq),
            content: <LedgerPanel runId={run.id} lastSeq={state.lastSeq} />,
          },
          { value: 'manifest', label: 'Manifest', content: <ManifestPanel run={run} manifest={manifest} /> },
        ]}
      />
    </>
  );
}
