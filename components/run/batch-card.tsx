'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { BatchFitChart } from '@/components/charts/batch-fit-chart';
import { ChartFrame } from '@/components/charts/chart-frame';
import { Fold } from '@/components/ui/fold';
import { keptFigures } from '@/components/ui/kept-figures';
import { Segmented } from '@/components/ui/segmented';
import type { RunState } from '@/lib/projection/run-state';
import { batchChoice } from '@/lib/view/batch-choice';
import { prepareBatchFit } from '@/lib/view/batch-fit';
import { tableOfFit } from '@/lib/view/data-table';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { BatchPlans } from './batch-plans';

const SCALES = ['log', 'linear'] as const;

interface BatchCardProps {
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

/** The chosen batch size in one sentence and one chart; the fit and every plan on demand. */
export function BatchCard({ state, origin }: BatchCardProps) {
  const [scale, setScale] = useQueryState('fit', parseAsStringLiteral(SCALES).withDefault('log'));
  const fit = useMemo(() => prepareBatchFit(state), [state]);
  const isEmpty = fit.points.length === 0;
  const details = (
    <Fold summary="All plans" {...(isEmpty ? {} : { className: 'mt-3' })}>
      <div className="flex flex-col gap-4">
        <p className="text-[0.8125rem] text-ink-soft">{keptFigures(fit.summary)}</p>
        <BatchPlans state={state} origin={origin} />
      </div>
    </Fold>
  );
  const frame = (
    <ChartFrame
      question={fit.question}
      origin={`${describeOrigin({ ...origin, split: 'train' })}; delays of whole iterations, evaluation left out`}
      summary={batchChoice(state.plans)}
      isEmpty={isEmpty}
      emptyText="The first closed iteration adds a point."
      controls={
        <Segmented
          label="Scale"
          value={scale}
          onChange={setScale}
          options={[
            { value: 'log', label: 'Log' },
            { value: 'linear', label: 'Linear' },
          ]}
        />
      }
      chart={<BatchFitChart chart={fit} scale={scale} />}
      data={tableOfFit(fit)}
      below={details}
    />
  );
  // An empty frame has nothing below it, yet a plan may be made before the first iteration is timed.
  if (!isEmpty || state.plans.length === 0) return frame;
  return (
    <>
      {frame}
      {details}
    </>
  );
}
