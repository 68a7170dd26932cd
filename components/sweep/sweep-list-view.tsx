'use client';

import { FlaskConical, Grid3x3 } from 'lucide-react';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import type { SweepLineView } from '@/lib/contracts/sweeps';
import { figure, word } from '@/lib/view/list-rows';
import { SweepStatusBadge } from './sweep-badges';
import { useSweeps } from './use-sweeps';

export function SweepListView() {
  const toExperiments = (
    <Button asChild>
      <Link href="/experiments">
        <FlaskConical aria-hidden /> To the experiments
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Sweeps"
        description="Arms × batch sizes × seeds of one experiment under one budget, newest first. Launch one from the page of its experiment."
        actions={toExperiments}
      />
      <RecordList
        words={{ caption: 'Sweeps', one: 'sweep', many: 'sweeps' }}
        list={useSweeps()}
        columns={COLUMNS}
        address={useListAddress()}
        views="sweeps"
        empty={{
          icon: Grid3x3,
          title: 'No sweep was launched yet',
          text: 'Open an experiment and choose “Sweep”: what each arm and batch size costs in time and quality, in one figure.',
          action: toExperiments,
        }}
      />
    </>
  );
}

const COLUMNS: Columns<SweepLineView> = [
  {
    id: 'sweep',
    label: 'Sweep',
    data: [
      word('sweep', (sweep) => sweep.name),
      word('id', (sweep) => sweep.id),
      word('experiment', (sweep) => sweep.experimentName),
      word('practice model', (sweep) => sweep.practice),
    ],
    className: 'min-w-40',
    cell: (sweep) => (
      <>
        <Link href={`/sweeps/${sweep.id}`} className="break-words font-medium hover:underline">
          {sweep.name}
        </Link>
        <span className="block text-ink-faint text-xs">
          {sweep.experimentName}
          {sweep.practice ? ' · practice model' : ''}
        </span>
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    data: [word('status', (sweep) => sweep.status)],
    cell: (sweep) => <SweepStatusBadge status={sweep.status} />,
  },
  {
    id: 'cells',
    label: 'Cells',
    className: 'min-w-32',
    data: [
      figure('cells done', ({ counts }) => counts.done),
      figure('cells', ({ counts }) => counts.cells),
      figure('cells lost', ({ counts }) => counts.lost),
      figure('cells cut', ({ counts }) => counts.cut),
    ],
    cell: (sweep) => <DoneCells sweep={sweep} />,
  },
  madeColumn('Launched'),
];

function DoneCells({ sweep }: { sweep: SweepLineView }) {
  const { done, cells, lost, cut } = sweep.counts;
  return (
    <>
      <span className="numbers text-xs">
        {done} of {cells} done{lost > 0 ? `, ${lost} lost` : ''}
        {cut > 0 ? `, ${cut} cut` : ''}
      </span>
      <Progress
        label={`Cells of ${sweep.name} that are done`}
        value={done}
        max={cells}
        tone={sweep.status === 'finished' ? 'good' : 'honey'}
        className="mt-1"
      />
    </>
  );
}
