'use client';

import { FileText, FlaskConical } from 'lucide-react';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { StateBadge } from '@/components/review/state-badge';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { ReportLineView } from '@/lib/contracts/reports';
import { figure, word } from '@/lib/view/list-rows';
import { useReports } from './use-reports';

export function ReportListView() {
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
        title="Plans and reports"
        description="Ten sections before a run, expected; the same ten after it, measured. Every version is kept, newest first."
        actions={toExperiments}
      />
      <RecordList
        words={{ caption: 'Plans and reports', one: 'plan or report', many: 'plans and reports' }}
        list={useReports()}
        columns={COLUMNS}
        address={useListAddress()}
        views="reports"
        empty={{
          icon: FileText,
          title: 'No plan and no report yet',
          text: 'Open an experiment and choose “Written plan”, or a finished parallel run and choose “Report”.',
          action: toExperiments,
        }}
      />
    </>
  );
}

const COLUMNS: Columns<ReportLineView> = [
  {
    id: 'what',
    label: 'What',
    data: [
      word('title', (item) => item.title),
      word('id', (item) => item.id),
      word('kind', (item) => item.kind),
      figure('version', (item) => item.version),
    ],
    className: 'min-w-44',
    cell: (item) => (
      <>
        <Link href={`/reports/${item.id}`} className="break-words font-medium hover:underline">
          {item.title}
        </Link>
        <span className="mt-0.5 flex flex-wrap items-center gap-1.5">
          <Badge>{item.kind === 'plan' ? 'Plan' : 'Report'}</Badge>
          <span className="text-ink-faint text-xs">version {item.version}</span>
        </span>
      </>
    ),
  },
  {
    id: 'headline',
    label: 'Headline',
    data: [word('headline', (item) => item.headline)],
    className: 'min-w-56 text-ink-soft text-xs',
    cell: (item) => item.headline,
  },
  {
    id: 'review',
    label: 'Review',
    data: [word('review', (item) => item.state)],
    cell: (item) => <StateBadge state={item.state} />,
  },
  madeColumn('Made'),
];
