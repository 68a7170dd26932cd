'use client';

import type { ReactNode } from 'react';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { originOfManifest } from '@/lib/view/number-origin';
import { RunFacts } from './run-facts';
import { RunHeader } from './run-header';
import { RunNotices } from './run-notices';
import { RunTabs } from './run-tabs';
import { useRun } from './use-run';
import { useRunStream } from './use-run-stream';

/** A run, live: the row for status and money, the ledger for everything else. */
export function RunView({ initial }: { initial: RunDetailView }) {
  const { data: run } = useRun(initial);
  const { state: streamed, health } = useRunStream(run.id, isEnded(run.status) ? run.lastSeq : null);
  const manifest = run.manifest as unknown as RunManifest;
  const origin = originOfManifest(manifest);
  const isLive = !isEnded(run.status);
  // Until what existed at the first look is read, half a ledger would show old numbers as if they were today's.
  const isReading = streamed.lastSeq < initial.lastSeq;
  const state = isReading ? EMPTY_RUN_STATE : streamed;
  // Another number with each closed iteration and at the end: what is not streamed is read again then.
  const readings = isLive ? state.iterations.filter(({ closed }) => closed).length : -1;
  const read = (part: ReactNode) =>
    isReading ? (
      <div className="min-h-[40rem]">
        <SkeletonRows label="Loading the ledger" rows={8} />
      </div>
    ) : (
      part
    );
  return (
    <>
      <RunHeader run={run} manifest={manifest} health={health} />
      <RunFacts {...{ run, state, origin, readings }} />
      <RunNotices run={run} state={state} />
      <RunTabs {...{ run, state, manifest, origin, readings, isLive, isReading, read }} />
    </>
  );
}
