'use client';

import { useState } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Segmented } from '@/components/ui/segmented';
import type { SweepView } from '@/lib/contracts/sweeps';
import { tableOfPoints } from '@/lib/view/data-table';
import { prepareSweepFigure } from '@/lib/view/sweep-figure';
import { prepareBullets, prepareWorth, type WorthMeasure } from '@/lib/view/sweep-playbooks';

/** Prompt tokens and bullets that each arm leaves at each batch size, and what the bullets are worth. */
export function SweepPlaybookCards({ sweep, published }: { sweep: SweepView; published: boolean }) {
  const [measure, setMeasure] = useState<WorthMeasure>('highValue');
  const { playbook } = prepareSweepFigure(sweep, { delay: 'learning', published });
  const bullets = prepareBullets(sweep, published);
  const worth = prepareWorth(sweep, published, measure);
  const isBook = sweep.origin.method === 'ace';
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ChartFrame
        question={playbook.question}
        origin={playbook.origin}
        summary={playbook.summary}
        isEmpty={playbook.series.every(({ points }) => points.length === 0)}
        emptyText="A point appears with the first cell that is done."
        chart={<PointChart chart={playbook} />}
        data={tableOfPoints(playbook, 'tokens')}
      />
      <ChartFrame
        question={bullets.chart.question}
        origin={bullets.chart.origin}
        summary={bullets.chart.summary}
        isEmpty={bullets.empty !== null}
        emptyText={bullets.empty ?? ''}
        chart={<PointChart chart={bullets.chart} />}
        data={tableOfPoints(bullets.chart, 'bullets')}
      />
      <ChartFrame
        question={worth.chart.question}
        origin={worth.chart.origin}
        summary={worth.chart.summary}
        isEmpty={worth.empty !== null}
        emptyText={worth.empty ?? ''}
        controls={
          isBook ? (
            <Segmented
              label="What a playbook is worth"
              value={measure}
              onChange={setMeasure}
              options={[
                { value: 'highValue', label: 'Helpful bullets' },
                { value: 'marks', label: 'Marks' },
                { value: 'held', label: 'Insights held' },
              ]}
            />
          ) : null
        }
        chart={<PointChart chart={worth.chart} />}
        data={tableOfPoints(worth.chart, 'worth')}
      />
    </div>
  );
}
