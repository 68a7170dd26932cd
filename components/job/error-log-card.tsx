'use client';

import { CircleCheck } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { JobView } from '@/lib/contracts/jobs';
import { errorAt, JOB_STATE_WORDS, jobTitle, newestErrors } from '@/lib/view/job-words';
import { word } from '@/lib/view/list-rows';
import { JobActions, JobName, JobStateBadge } from './job-parts';
import { useJobErrors } from './use-jobs';

const COLUMNS: readonly TableColumn<JobView>[] = [
  {
    label: 'When',
    className: 'whitespace-nowrap text-ink-faint',
    data: [word('when', errorAt)],
    cell: (job) => <Time at={errorAt(job)} withSeconds />,
  },
  {
    label: 'About',
    className: 'max-w-64 min-w-40',
    data: [
      word('about', jobTitle),
      word('kind', ({ kind }) => kind),
      word('about id', ({ subjectId }) => subjectId),
    ],
    cell: (job) => <JobName job={job} />,
  },
  {
    label: 'Error',
    className: 'wrap-anywhere min-w-64',
    data: [word('error', ({ error }) => error)],
    cell: ({ error }) => error,
  },
  figureColumn({ label: 'Tries', of: ({ tries }) => tries }),
  {
    label: 'State',
    data: [word('state', ({ state }) => JOB_STATE_WORDS[state].word)],
    cell: ({ state }) => <JobStateBadge state={state} />,
  },
  {
    label: 'Actions',
    isSilent: true,
    data: [],
    cell: (job) => <JobActions job={job} />,
  },
];

/** The last error of each job that has one, newest first. */
export function ErrorLogCard() {
  const { data, isPending, isError, error, refetch } = useJobErrors();
  if (isPending) return <SkeletonRows label="Loading the errors" rows={3} />;
  if (isError) return <ProblemNotice error={error} onRetry={() => refetch()} />;
  const rows = newestErrors(data.items);
  return (
    <TableCard
      title="Recent errors"
      description={
        data.nextCursor === null
          ? 'The last error of each job that has one, in a sentence; the log of the worker says more.'
          : `Of the newest ${rows.length} jobs that have one; the list above finds older ones by their state.`
      }
      caption="Errors of jobs"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ id }) => id}
      isBoxed
      empty={
        <EmptyState icon={CircleCheck} title="Nothing went wrong">
          A job that fails or has to be tried again shows up here with one sentence that says why.
        </EmptyState>
      }
    />
  );
}
