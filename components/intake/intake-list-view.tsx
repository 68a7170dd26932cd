'use client';

import { ListChecks } from 'lucide-react';
import { BeginButton } from '@/components/experiment/begin-button';
import type { Columns } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { useIntakes } from '@/components/queries/use-intakes';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import { Time } from '@/components/ui/time';
import type { IntakeLineView } from '@/lib/contracts/intakes';
import { figure, word } from '@/lib/view/list-rows';

export function IntakeListView() {
  const begin = <BeginButton primary label="New draft" />;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Guided set-up"
        description="Drafts of experiments, newest first. Every input that a plan needs is asked for, and none is guessed."
        actions={
          <>
            <Button asChild>
              <Link href="/experiments/new">Full form</Link>
            </Button>
            {begin}
          </>
        }
      />
      <RecordList
        words={{ caption: 'Drafts of the guided set-up', one: 'draft', many: 'drafts' }}
        list={useIntakes()}
        columns={COLUMNS}
        address={useListAddress()}
        views="intakes"
        empty={{
          icon: ListChecks,
          title: 'No draft yet',
          text: 'Begin one: it saves itself, and what your serial run has shown is offered.',
          action: begin,
        }}
      />
    </>
  );
}

const COLUMNS: Columns<IntakeLineView> = [
  {
    id: 'draft',
    label: 'Draft',
    data: [
      word('draft', (draft) => draft.name),
      word('id', (draft) => draft.id),
      word('experiment id', (draft) => draft.experimentId),
    ],
    className: 'min-w-40',
    cell: (draft) => (
      <>
        <Link href={`/intakes/${draft.id}`} className="break-words font-medium hover:underline">
          {draft.name}
        </Link>
        {draft.experimentId ? (
          <Badge tone="good" className="ml-2">
            Experiment made
          </Badge>
        ) : null}
      </>
    ),
  },
  {
    id: 'stated',
    label: 'Stated',
    data: [figure('stated', (draft) => draft.answered), figure('inputs', (draft) => draft.total)],
    className: 'min-w-32',
    cell: (draft) => (
      <>
        <span className="numbers text-xs">
          {draft.answered} of {draft.total}
        </span>
        <Progress
          label={`Inputs of ${draft.name} that are stated`}
          value={draft.answered}
          max={draft.total}
          className="mt-1"
        />
      </>
    ),
  },
  {
    id: 'saved',
    label: 'Saved',
    data: [word('saved at', (draft) => draft.updatedAt), word('begun by', (draft) => draft.createdBy)],
    className: 'whitespace-nowrap text-ink-faint',
    cell: (draft) => (
      <>
        <Time at={draft.updatedAt} />, begun by {draft.createdBy}
      </>
    ),
  },
];
