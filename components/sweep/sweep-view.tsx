'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FoldSection } from '@/components/ui/fold-section';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { SweepView as SweepOnPage } from '@/lib/contracts/sweeps';
import { plural } from '@/lib/view/numbers';
import { cellsNote, describeProgress } from '@/lib/view/sweep-progress';
import { CellTable } from './cell-table';
import { DifferenceTables } from './difference-tables';
import { PublishedValues } from './published-values';
import { ResultTable } from './result-table';
import { SweepActions } from './sweep-actions';
import { SweepBadgeRow } from './sweep-badge-row';
import { SweepFigureCards } from './sweep-figure-cards';
import { SweepParallelCard } from './sweep-parallel-card';
import { SweepPlaybookCards } from './sweep-playbook-cards';
import { SweepProgressCard } from './sweep-progress-card';
import { SweepSliceCard } from './sweep-slice-card';
import { useSweep } from './use-sweeps';

/** A sweep: how far it is, its two charts, and folded every table behind them. */
export function SweepView({ initial }: { initial: SweepOnPage }) {
  const { data: sweep } = useSweep(initial);
  const isAnswered = sweep.figure.rows.length > 0;
  const [published, setPublished] = useState(false);
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
            {plural(sweep.counts.cells, 'cell')}, launched <Time at={sweep.createdAt} /> by {sweep.createdBy}.
            Its runs cannot be promoted.
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
        {sweep.status === 'finished' ? null : <SweepProgressCard sweep={sweep} />}
        <SweepFigureCards sweep={sweep} published={published} onPublished={setPublished} />
        <FoldSection title="Playbooks">
          <SweepPlaybookCards sweep={sweep} published={published} />
        </FoldSection>
        {isAnswered ? (
          <FoldSection title="Results by arm" note={plural(sweep.figure.rows.length, 'row')}>
            <ResultTable sweep={sweep} />
          </FoldSection>
        ) : null}
        {sweep.figure.differences.length > 0 ? (
          <FoldSection title="Paired differences">
            <DifferenceTables sweep={sweep} />
          </FoldSection>
        ) : null}
        <FoldSection title="Cells" note={cellsNote(sweep)}>
          {isAnswered ? <SweepSliceCard sweep={sweep} /> : null}
          {isAnswered ? <SweepParallelCard sweep={sweep} /> : null}
          <CellTable sweep={sweep} />
        </FoldSection>
        {sweep.status === 'finished' ? (
          <FoldSection title="Budget" note={describeProgress(sweep)}>
            <SweepProgressCard sweep={sweep} />
          </FoldSection>
        ) : null}
        <PublishedValues sweep={sweep} />
      </div>
    </>
  );
}
