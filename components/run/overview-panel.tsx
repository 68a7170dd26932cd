'use client';

import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { claimsSpeed } from '@/lib/policy/readiness';
import type { RunState } from '@/lib/projection/run-state';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { hasConfirmation } from '@/lib/view/run-confirmation';
import { BatchCard } from './batch-card';
import { ConfirmationPanel } from './confirmation-panel';
import { ConvergenceCard } from './convergence-card';
import { OnlinePanel } from './online-panel';
import { ReadinessPanel } from './readiness-panel';
import { RunNotes } from './run-notes';

interface OverviewPanelProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

/** The curve first. Findings have a column of their own, so that one that arrives moves no chart. */
export function OverviewPanel({ run, state, origin }: OverviewPanelProps) {
  return (
    <div className="flex flex-col gap-4 xl:grid xl:grid-cols-[minmax(0,1fr)_21rem] xl:items-start">
      <div className="contents min-w-0 flex-col gap-4 xl:flex">
        <ConvergenceCard run={run} state={state} origin={origin} />
        <OnlinePanel state={state} origin={origin} />
        {/* On a narrow screen the findings follow the curve. */}
        <div className="order-last flex min-w-0 flex-col gap-4 xl:order-none">
          <BatchCard state={state} origin={origin} />
        </div>
      </div>
      <div className="contents min-w-0 flex-col gap-4 xl:flex">
        <RunNotes run={run} state={state} />
        {run.status === 'finished' && claimsSpeed({ kind: run.kind, traces: run.manifest.traces }) ? (
          <ReadinessPanel runId={run.id} />
        ) : null}
        {hasConfirmation(run.kind, run.status) ? <ConfirmationPanel runId={run.id} origin={origin} /> : null}
      </div>
    </div>
  );
}
