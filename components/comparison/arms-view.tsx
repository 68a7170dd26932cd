'use client';

import type { ReactNode } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import { prepareArmChart } from '@/lib/view/arm-chart';
import { tableOfPoints } from '@/lib/view/data-table';
import { ArmTable, PublishedTable } from './arm-tables';
import { ReadingsCard } from './readings-card';

interface ArmsViewProps {
  readonly comparison: ArmComparison;
  /** Further measures of these runs, then published results of others. */
  readonly children?: ReactNode;
}

/** Finished runs as arms: the chart, the same numbers with a link to each run, and what others have published. */
export function ArmsView({ comparison, children }: ArmsViewProps) {
  // A score in doubt is in the table with its reason, and in no picture.
  const believed = comparison.rows.filter(({ doubt }) => doubt === null);
  const chart = prepareArmChart({ ...comparison, rows: believed });
  return (
    <>
      <PageHeader
        title="Compare"
        description="Gains are paired by example within a run: the last prompt against the original one, on the same held-out examples."
      />
      <div className="flex flex-col gap-4">
        {comparison.warning ? (
          <Notice tone="honey" title="Not comparable">
            {comparison.warning}
          </Notice>
        ) : null}
        <ChartFrame
          question={chart.question}
          origin={chart.origin}
          summary={chart.summary}
          isEmpty={chart.series.length === 0}
          emptyText="No finished run is named in the address."
          chart={<PointChart chart={chart} />}
          data={tableOfPoints(chart, 'share kept or score, %')}
        />
        <ArmTable comparison={comparison} origin={chart.origin} />
        <ReadingsCard comparison={comparison} />
        {children}
        {comparison.published.length > 0 ? <PublishedTable published={comparison.published} /> : null}
      </div>
    </>
  );
}
