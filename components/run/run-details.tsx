'use client';

import type { ReactNode } from 'react';
import type { DetailSection } from '@/lib/view/run-places';
import {
  DiversityPanel,
  LedgerPanel,
  ManifestPanel,
  SchedulingPanel,
  SearchPanel,
  SurvivalPanel,
  TimelinePanel,
} from './run-panels';
import type { RunPartProps } from './run-part';

interface RunDetailsProps extends RunPartProps {
  readonly section: DetailSection;
}

/** The open section of the details; its code and its data arrive when it is opened. */
export function RunDetails({
  section,
  run,
  state,
  manifest,
  origin,
  readings,
  isLive,
  read,
}: RunDetailsProps) {
  const runId = run.id;
  const draw: Readonly<Record<DetailSection, () => ReactNode>> = {
    search: () => read(<SearchPanel runId={runId} state={state} origin={origin} />),
    timeline: () => <TimelinePanel runId={runId} readings={readings} origin={origin} />,
    scheduling: () => read(<SchedulingPanel runId={runId} state={state} origin={origin} />),
    diversity: () => read(<DiversityPanel {...{ runId, state, manifest, origin, isLive }} />),
    survival: () => read(<SurvivalPanel runId={runId} readings={readings} origin={origin} />),
    ledger: () => <LedgerPanel runId={runId} lastSeq={state.lastSeq} />,
    manifest: () => <ManifestPanel run={run} manifest={manifest} />,
  };
  return draw[section]();
}
