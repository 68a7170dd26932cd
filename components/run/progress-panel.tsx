'use client';

import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { PromptWeightCard } from '@/components/fact/prompt-weight-card';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { claimsSpeed } from '@/lib/policy/readiness';
import type { RunState } from '@/lib/projection/run-state';
import { prepareBatchPlans } from '@/lib/view/batch-plan-chart';
import { tableOfSeries } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { weighedVersion } from '@/lib/view/prompt-weight-words';
import { hasConfirmation } from '@/lib/view/run-confirmation';
import { BatchFitCard } from './batch-fit-card';
import { BatchPlanTable } from './batch-plan-table';
import { ConfirmationPanel } from './confirmation-panel';
import { ConvergenceCard } from './convergence-card';
import { EvaluatorNotes } from './evaluator-notes';
import { OnlinePanel } from './online-panel';
import { ReadinessPanel } from './readiness-panel';

interface ProgressPanelProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

export function ProgressPanel({ run, state, origin }: ProgressPanelProps) {
  const plans = useMemo(() => prepareBatchPlans(state, origin), [state, origin]);
  const weighed = weighedVersion(state);
  return (
    <div className="flex flex-col gap-4">
      <ConvergenceCard run={run} state={state} origin={origin} />
      {weighed === null ? null : (
        <PromptWeightCard runId={run.id} hash={weighed} measurements={state.measurements.length} />
      )}
      <OnlinePanel state={state} origin={origin} />
      <EvaluatorNotes state={state} />
      {run.status === 'finished' && claimsSpeed({ kind: run.kind, traces: run.manifest.traces }) ? (
        <ReadinessPanel runId={run.id} />
      ) : null}
      {hasConfirmation(run.kind, run.status) ? <ConfirmationPanel runId={run.id} origin={origin} /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <BatchFitCard state={state} origin={origin} />
        <div className="flex min-w-0 flex-col gap-4">
          <ChartFrame
            question={plans.question}
            origin={plans.origin}
            summary={plans.summary}
            isEmpty={plans.rows.length === 0}
            emptyText="The first plan is made when the original prompt has been measured."
            chart={<ColumnChart chart={plans} />}
            data={tableOfSeries({ ...plans, rows: plans.everyRow })}
          />
          <BatchPlanTable plans={state.plans} leftOut={state.plansLeftOut} />
        </div>
      </div>
    </div>
  );
}
