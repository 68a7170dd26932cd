'use client';

import { useState } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Checkbox } from '@/components/ui/checkbox';
import { Segmented } from '@/components/ui/segmented';
import type { SweepView } from '@/lib/contracts/sweeps';
import { tableOfPoints } from '@/lib/view/data-table';
import { type Delay, prepareSweepFigure } from '@/lib/view/sweep-figure';

const EMPTY = 'The figure begins with the first cell that is done.';

interface SweepFigureCardsProps {
  readonly sweep: SweepView;
  readonly published: boolean;
  readonly onPublished: (isShown: boolean) => void;
}

/** Score against delay with its Pareto front, and score against batch size. */
export function SweepFigureCards({ sweep, published, onPublished }: SweepFigureCardsProps) {
  const [delay, setDelay] = useState<Delay>('learning');
  const figure = prepareSweepFigure(sweep, { delay, published });
  const { published: scored, publishedPlaybooks } = sweep.figure;
  const hasPublished = [...scored, ...publishedPlaybooks].some(({ sameDataset }) => sameDataset);
  const isEmpty = sweep.figure.rows.every(({ doubt }) => doubt !== null);
  return (
    <>
      {hasPublished && !isEmpty ? (
        <Checkbox className="w-fit text-ink-soft" checked={published} onCheckedChange={onPublished}>
          Show published values (other hardware)
        </Checkbox>
      ) : null}
      <ChartFrame
        question={figure.delay.question}
        origin={figure.delay.origin}
        summary={figure.delay.summary}
        isEmpty={isEmpty}
        emptyText={EMPTY}
        controls={
          <Segmented
            label="Which time"
            value={delay}
            onChange={setDelay}
            options={[
              { value: 'learning', label: 'Learning time' },
              { value: 'total', label: 'Total time' },
            ]}
          />
        }
        chart={<PointChart chart={figure.delay} />}
        data={tableOfPoints(figure.delay, 'score, %')}
      />
      <ChartFrame
        question={figure.quality.question}
        origin={figure.quality.origin}
        summary={figure.quality.summary}
        isEmpty={isEmpty}
        emptyText={EMPTY}
        chart={<PointChart chart={figure.quality} />}
        data={tableOfPoints(figure.quality, 'score, %')}
      />
    </>
  );
}
