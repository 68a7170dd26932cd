'use client';

import { Network } from 'lucide-react';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { RunGroupLineView } from '@/lib/contracts/run-groups';
import { figure, word } from '@/lib/view/list-rows';
import { SHAPE_WORDS } from '@/lib/view/run-group';
import { LaunchButton } from './launch-button';
import { useRunGroups } from './use-run-groups';

export function GroupListView() {
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Run groups"
        description="Runs that were launched together under one shape of parallelism, newest first."
        actions={<LaunchButton />}
      />
      <RecordList
        words={{ caption: 'Run groups', one: 'run group', many: 'run groups' }}
        list={useRunGroups()}
        columns={COLUMNS}
        address={useListAddress()}
        views="run-groups"
        empty={{
          icon: Network,
          title: 'No runs were launched together yet',
          text: 'Several tasks that leave most of their lanes idle can share them.',
          action: <LaunchButton />,
        }}
      />
    </>
  );
}

const COLUMNS: Columns<RunGroupLineView> = [
  {
    id: 'shape',
    label: 'Shape',
    data: [word('shape', (group) => group.shape), word('id', (group) => group.id)],
    className: 'whitespace-nowrap font-medium',
    cell: (group) => (
      <Link href={`/run-groups/${group.id}`} className="hover:underline">
        {SHAPE_WORDS[group.shape].name}
      </Link>
    ),
  },
  {
    id: 'runs',
    label: 'Runs',
    numeric: true,
    data: [figure('runs', (group) => group.runs)],
    cell: (group) => group.runs,
  },
  {
    id: 'reason',
    label: 'Reason',
    data: [word('reason', (group) => group.reason)],
    className: 'min-w-52 max-w-md text-ink-soft',
    cell: (group) => group.reason,
  },
  madeColumn('Launched'),
];
