'use client';

import { type ReactNode, useState } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FoldSection } from '@/components/ui/fold-section';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import { prepareArmChart } from '@/lib/view/arm-chart';
import { tableOfPoints } from '@/lib/view/data-table';
import { runsWithLevelTwo } from '@/lib/view/practice-readings';
import { ArmTable, PublishedTable } from './arm-tables';
import { ReadingsCard } from './readings-card';

interface ArmsViewProps {
  readonly comparison: ArmComparison;
  readonly children: ReactNode;
}

/** Finished runs against each other: the answer first, then, folded, the figures of the arms and published results. */
export function ArmsView({ comparison, children }: ArmsViewProps) {
  return (
    <>
      <PageHeader title="Compare" />
      <div className="flex flex-col gap-4">
        {comparison.warning ? (
          <Notice
            tone="honey"
            title="Not comparable"
            action={
              <Button asChild size="sm">
                <Link href="/runs">Choose runs</Link>
              </Button>
            }
          >
            {comparison.warning}
          </Notice>
        ) : null}
        {children}
        <FoldSection title="Gain and price by arm">
          <ArmFigures comparison={comparison} />
        </FoldSection>
        {runsWithLevelTwo(comparison).length > 0 ? (
          <FoldSection title="Practice figures by reading">
            <ReadingsCard comparison={comparison} />
          </FoldSection>
        ) : null}
        {comparison.published.length > 0 ? (
          <FoldSection title="Published results">
            <PublishedTable published={comparison.published} />
          </FoldSection>
        ) : null}
      </div>
    </>
  );
}

function ArmFigures({ comparison }: Pick<ArmsViewProps, 'comparison'>) {
  // A score in doubt is in the table with its reason, and in no picture.
  const believed = comparison.rows.filter(({ doubt }) => doubt === null);
  const [showsPublished, setShowsPublished] = useState(false);
  const published = showsPublished ? comparison.published : [];
  const chart = prepareArmChart({ ...comparison, rows: believed, published });
  return (
    <>
      {comparison.published.length === 0 ? null : (
        <Checkbox
          className="w-fit text-ink-soft"
          checked={showsPublished}
          onCheckedChange={setShowsPublished}
        >
          Show published values (other hardware)
        </Checkbox>
      )}
      <ChartFrame
        question={chart.question}
        origin={chart.origin}
        summary={chart.summary}
        isEmpty={chart.series.length === 0}
        emptyText="No score of these runs is reliable. Choose other runs."
        chart={<PointChart chart={chart} />}
        data={tableOfPoints(chart, 'share kept or score, %')}
      />
      <ArmTable comparison={comparison} origin={chart.origin} />
    </>
  );
}
