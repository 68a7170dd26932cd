'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { BatchFitChart } from '@/components/charts/batch-fit-chart';
import { ChartFrame } from '@/components/charts/chart-frame';
import { Segmented } from '@/components/ui/segmented';
import type { RunState } from '@/lib/projection/run-state';
import { prepareBatchFit } from '@/lib/view/batch-fit';
import { tableOfFit } from '@/lib/view/data-table';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';

const SCALES = ['log', 'linear'] as const;

/** Epoch time against batch size: the fitted law, the measured iterations and the size that was chosen. */
export function BatchFitCard({ state, origin }: { readonly state: RunState; readonly origin: NumberOrigin }) {
  const [scale, setScale] = useQueryState('fit', parseAsStringLiteral(SCALES).withDefault('log'));
  const fit = useMemo(() => prepareBatchFit(state), [state]);
  return (
    <ChartFrame
      question={fit.question}
      origin={`${describeOrigin({ ...origin, split: 'train' })}; delays of whole iterations, evaluation left out`}
      summary={fit.summary}
      isEmpty={fit.points.length === 0}
      emptyText="Each closed iteration adds a point; the line appears once the controller has a fit."
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
    />
  );
}
