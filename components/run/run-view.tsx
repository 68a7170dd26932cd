'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Tabs } from '@/components/ui/tabs';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import { originOfManifest } from '@/lib/view/number-origin';
import { IterationsPanel } from './iterations-panel';
import { LedgerPanel } from './ledger-panel';
import { ManifestPanel } from './manifest-panel';
import { PlaybookPanel } from './playbook-panel';
import { ProgressPanel } from './progress-panel';
import { RolloutsPanel } from './rollouts-panel';
import { RunHeader } from './run-header';
import { RunNotices } from './run-notices';
import { RunVitals } from './run-vitals';
import { useRun } from './use-run';
import { useRunStream } from './use-run-stream';

const TABS = ['progress', 'iterations', 'playbook', 'rollouts', 'ledger', 'manifest'] as const;

/** A run, live: the row for status and money, the ledger for everything else. */
export function RunView({ initial }: { initial: RunDetailView }) {
  const { data: run } = useRun(initial);
  const { state, health } = useRunStream(run.id, isEnded(run.status) ? 'ended' : 'live');
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('progress'));
  const manifest = run.manifest as unknown as RunManifest;
  const origin = originOfManifest(manifest);
  return (
    <>
      <RunHeader run={run} health={health} />
      <RunNotices run={run} state={state} />
      <RunVitals run={run} state={state} origin={origin} />
      <Tabs
        label="Parts of the run"
        value={tab}
        onChange={(value) => setTab(value as (typeof TABS)[number])}
        items={[
          { value: 'progress', label: 'Progress', content: <ProgressPanel state={state} origin={origin} /> },
          {
            value: 'iterations',
            label: 'Iterations',
            count: state.iterations.length,
            content: <IterationsPanel iterations={state.iterations} origin={origin} />,
          },
          {
            value: 'playbook',
            label: 'Playbook',
            count: state.candidates.length,
            content: <PlaybookPanel state={state} seedText={manifest.seedCandidateText} />,
          },
          {
            value: 'rollouts',
            label: 'Rollouts',
            count: state.trainRollouts + state.evaluationRollouts,
            content: <RolloutsPanel runId={run.id} origin={origin} isLive={!isEnded(run.status)} />,
          },
          {
            value: 'ledger',
            label: 'Ledger',
            count: state.lastSeq,
            content: <LedgerPanel runId={run.id} lastSeq={state.lastSeq} />,
          },
          { value: 'manifest', label: 'Manifest', content: <ManifestPanel run={run} manifest={manifest} /> },
        ]}
      />
    </>
  );
}
