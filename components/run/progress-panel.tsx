'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { ConvergenceChart } from '@/components/charts/convergence-chart';
import { Segmented } from '@/components/ui/segmented';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { prepareBatchPlans } from '@/lib/view/batch-plan-chart';
import { CONVERGENCE_AXES, prepareConvergence } from '@/lib/view/convergence';
import { tableOfConvergence, tableOfSeries } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { hasConfirmation } from '@/lib/view/run-confirmation';
import { claimsSpeed } from '@/lib/view/run-readiness';
import type { RunState } from '@/lib/view/run-state';
import { BatchFitCards } from './batch-fit-cards';
import { BatchPlanTable } from './batch-plan-table';
import { ConfirmationPanel } from './confirmation-panel';
import { ConvergenceTable } from './convergence-table';
import { EvaluatorNotes } from './evaluator-notes';
import { OnlinePanel } from './online-panel';
import { ReadinessPanel } from './readiness-panel';
import { useSerialCurve } from './use-serial-curve';

interface ProgressPanelProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

export function ProgressPanel({ run, state, origin }: ProgressPanelProps) {
  const [axis, setAxis] = useQueryState('x', parseAsStringLiteral(CONVERGENCE_AXES).withDefault('rollouts'));
  const manifest = run.manifest as unknown as RunManifest;
  const serial = useSerialCurve(run);
  const curve = useMemo(
    () => prepareConvergence(state, origin, axis, { stopping: manifest.stopping, serial }),
    [state, origin, axis, manifest, serial],
  );
  const plans = useMemo(() => prepareBatchPlans(state, origin), [state, origin]);
  return (
    <div className="flex flex-col gap-4">
      <ChartFrame
        question={curve.question}
        origin={curve.origin}
        summary={curve.summary}
        isEmpty={curve.points.length + curve.partials.length === 0}
        emptyText="The seed candidate is measured first; its score is the first point here."
        controls={
          <Segmented
            label="Along"
            value={axis}
            onChange={(value) => setAxis(value)}
            options={[
              { value: 'rollouts', label: 'Rollouts' },
              { value: 'minutes', label: 'Time' },
              { value: 'tokens', label: 'Tokens' },
              { value: 'dollars', label: '$' },
            ]}
          />
        }
        chart={<ConvergenceChart chart={curve} />}
        data={tableOfConvergence(curve)}
        table={<ConvergenceTable chart={curve} />}
      />
      <OnlinePanel state={state} origin={origin} />
      <EvaluatorNotes state={state} />
      {claimsSpeed(run) ? <ReadinessPanel runId={run.id} /> : null}
      {hasConfirmation(run.kind, run.status) ? <ConfirmationPanel runId={run.id} origin={origin} /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <BatchFitCards state={state} batch={manifest.batch} origin={origin} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ChartFrame
            question={plans.question}
            origin={plans.origin}
            summary={plans.summary}
            isEmpty={plans.rows.length === 0}
            emptyText="The first plan is made when the seed candidate has been measured."
            chart={<ColumnChart chart={plans} />}
            data={tableOfSeries(plans)}
          />
          <BatchPlanTable plans={state.plans} leftOut={state.plansLeftOut} />
        </div>
      </div>
    </div>
  );
}
