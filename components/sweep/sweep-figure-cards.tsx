'use client';

import { useState } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Checkbox } from '@/components/ui/checkbox';
import { Segmented } from '@/components/ui/segmented';
import type { SweepView } from '@/lib/contracts/sweeps';
import { tableOfPoints } from '@/lib/view/data-table';
import { type Delay, prepareSweepFigure } from '@/lib/view/sweep-figure';
import { SweepPlaybookCards } from './sweep-playbook-cards';

const EMPTY = 'The figure begins with the first cell that is done.';

/** The paper's figure: quality against delay with its Pareto front; quality, prompt and playbook against batch size. */
export function SweepFigureCards({ sweep }: { sweep: SweepView }) {
  const [delay, setDelay] = useState<Delay>('learning');
  const [published, setPublished] = useState(true);
  const figure = prepareSweepFigure(sweep, { delay, published });
  const { published: scored, publishedPlaybooks } = sweep.figure;
  const hasPublished = [...scored, ...publishedPlaybooks].some(({ sameDataset }) => sameDataset);
  const isEmpty = sweep.figure.rows.every(({ doubt }) => doubt !== null);
  return (
    <>
      {hasPublished && !isEmpty ? (
        <Checkbox className="w-fit text-ink-soft" checked={published} onCheckedChange={setPublished}>
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
      <div className="grid gap-4 lg:grid-cols-2">
        <ChartFrame
          question={figure.quality.question}
          origin={figure.quality.origin}
          summary={figure.quality.summary}
          isEmpty={isEmpty}
          emptyText={EMPTY}
          chart={<PointChart chart={figure.quality} />}
          data={tableOfPoints(figure.quality, 'score, %')}
        />
        <ChartFrame
          question={figure.playbook.question}
          origin={figure.playbook.origin}
          summary={figure.playbook.summary}
          isEmpty={isEmpty}
          emptyText={EMPTY}
          chart={<PointChart chart={figure.playbook} />}
          data={tableOfPoints(figure.playbook, 'tokens')}
        />
      </div>
      <SweepPlaybookCards sweep={sweep} published={published} />
    </>
  );
}
