'use client';

import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { SweepView as SweepOnPage } from '@/lib/contracts/sweeps';
import { plural } from '@/lib/view/numbers';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { CellTable } from './cell-table';
import { DifferenceTables } from './difference-tables';
import { PublishedValues } from './published-values';
import { ResultTable } from './result-table';
import { SweepActions } from './sweep-actions';
import { SweepBadgeRow } from './sweep-badge-row';
import { SweepFigureCards } from './sweep-figure-cards';
import { SweepParallelCard } from './sweep-parallel-card';
import { SweepProgressCard } from './sweep-progress-card';
import { SweepSliceCard } from './sweep-slice-card';
import { useSweep } from './use-sweeps';

/** A sweep: how far it is and what it has used, the figure of what has been answered, and every cell. */
export function SweepView({ initial }: { initial: SweepOnPage }) {
  const { data: sweep } = useSweep(initial);
  const isAnswered = sweep.figure.rows.length > 0;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Sweeps', href: '/sweeps' },
          { label: sweep.experimentName, href: `/experiments/${sweep.experimentId}` },
        ]}
        title={sweep.name}
        badges={<SweepBadgeRow sweep={sweep} />}
        description={
          <>
            {sweepOrigin(sweep)}. {plural(sweep.counts.cells, 'cell')}, launched <Time at={sweep.createdAt} />{' '}
            by {sweep.createdBy}. Its runs are comparison points and cannot be promoted.
          </>
        }
        actions={
          <>
            <SweepActions sweep={sweep} />
            <Button asChild>
              <a href={`/api/v1/sweeps/${sweep.id}/export?format=csv`} download>
                <Download aria-hidden /> CSV
              </a>
            </Button>
            <Button asChild>
              <a href={`/api/v1/sweeps/${sweep.id}/export?format=json`} download>
                <Download aria-hidden /> JSON
              </a>
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {sweep.statusReason ? (
          <Notice tone={sweep.status === 'paused' ? 'honey' : 'neutral'}>{sweep.statusReason}</Notice>
        ) : null}
        <SweepProgressCard sweep={sweep} />
        <SweepFigureCards sweep={sweep} />
        {isAnswered ? <SweepSliceCard sweep={sweep} /> : null}
        {isAnswered ? <ResultTable sweep={sweep} /> : null}
        <DifferenceTables sweep={sweep} />
        {isAnswered ? <SweepParallelCard sweep={sweep} /> : null}
        <CellTable sweep={sweep} />
        <PublishedValues sweep={sweep} />
      </div>
    </>
  );
}
