'use client';

import { HardDrive } from 'lucide-react';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { BackgroundWorkView, JobCountsView, WorkerView } from '@/lib/contracts/jobs';
import { errorRateText, errorShare, heardText, hoursText, JOB_KIND_WORDS } from '@/lib/view/job-words';
import { figure, word } from '@/lib/view/list-rows';
import { formatDuration, NOT_KNOWN, plural } from '@/lib/view/numbers';

const COUNT_COLUMNS: readonly TableColumn<JobCountsView>[] = [
  {
    label: 'Kind',
    className: 'min-w-32',
    data: [word('kind', ({ kind }) => kind), figure('counted over, h', ({ hours }) => hours)],
    cell: ({ kind, hours }) => (
      <>
        <span className="font-medium" title={JOB_KIND_WORDS[kind].meaning}>
          {JOB_KIND_WORDS[kind].word}
        </span>
        <span className="block text-ink-faint text-xs">{hoursText(hours)}</span>
      </>
    ),
  },
  figureColumn({ label: 'Waiting', of: ({ waiting }) => waiting }),
  figureColumn({
    label: 'Oldest waiting',
    file: 'oldest waiting, ms',
    of: ({ oldestWaitingMs }) => oldestWaitingMs,
    show: formatDuration,
    none: NOT_KNOWN,
  }),
  figureColumn({ label: 'At work', of: ({ active }) => active }),
  figureColumn({
    label: 'Tries again',
    hint: 'The last try did not succeed; the next one comes by itself.',
    of: ({ again }) => again,
  }),
  figureColumn({ label: 'Paused', of: ({ paused }) => paused }),
  figureColumn({ label: 'Done', of: ({ done }) => done }),
  figureColumn({
    label: 'Stopped',
    hint: 'Ended early, by a person or a budget.',
    of: ({ stopped }) => stopped,
  }),
  figureColumn({ label: 'Failed', of: ({ failed }) => failed }),
  figureColumn({
    label: 'More than one try',
    hint: 'Of what has ended: taken by a worker, or posted, more than once.',
    of: ({ retried }) => retried,
  }),
  {
    label: 'Error rate',
    numeric: true,
    hint: 'Failed, of what is done or failed. A count of all of them, so no interval.',
    data: [figure('error rate, share', errorShare)],
    cell: errorRateText,
  },
];

export function CountsCard({ work }: { work: BackgroundWorkView }) {
  return (
    <TableCard
      title="Queue"
      description="Jobs of this workspace now; from “Done” on, those that have ended in the time below the name of their kind."
      caption="Jobs by kind"
      columns={COUNT_COLUMNS}
      rows={work.counts}
      keyOf={({ kind }) => kind}
    />
  );
}

const WORKER_COLUMNS: readonly TableColumn<WorkerView>[] = [
  {
    label: 'Worker',
    className: 'wrap-anywhere min-w-40 font-mono text-xs',
    data: [word('worker', ({ name }) => name)],
    cell: ({ name }) => name,
  },
  {
    label: 'State',
    data: [word('alive', ({ isAlive }) => isAlive)],
    cell: ({ isAlive }) => (
      <Badge
        tone={isAlive ? 'good' : 'bad'}
        title={
          isAlive
            ? 'It gives a sign of life every few seconds.'
            : 'Nothing was heard of it for 20 s or more. What it carried is given to others.'
        }
      >
        {isAlive ? 'Alive' : 'Silent'}
      </Badge>
    ),
  },
  {
    label: 'Last heard',
    className: 'whitespace-nowrap',
    data: [word('last heard at', ({ heardAt }) => heardAt), figure('silent, ms', ({ silentMs }) => silentMs)],
    cell: ({ silentMs, heardAt }) => <span title={heardAt}>{heardText(silentMs)}</span>,
  },
  {
    label: 'Up since',
    hiddenBelow: 'md',
    className: 'text-ink-faint',
    data: [word('up since', ({ startedAt }) => startedAt)],
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
  {
    label: 'Carries',
    className: 'min-w-48',
    data: [
      word('runs', ({ runs }) => runs.map(({ id }) => id).join('; ')),
      figure('runs of other workspaces', ({ otherRuns }) => otherRuns),
    ],
    cell: (worker) => <Carried worker={worker} />,
  },
  {
    label: 'Programs',
    hiddenBelow: 'md',
    className: 'text-ink-faint',
    data: [word('programs', ({ programs }) => programs.join('; '))],
    cell: ({ programs }) => (programs.length === 0 ? 'none' : programs.join(', ')),
  },
];

function Carried({ worker: { runs, otherRuns } }: { worker: WorkerView }) {
  if (runs.length + otherRuns === 0) return 'no run';
  return (
    <ul className="flex flex-col gap-0.5">
      {runs.map(({ id, label }) => (
        <li key={id}>
          <Link href={`/runs/${id}`} className="hover:underline">
            {label}
          </Link>
        </li>
      ))}
      {otherRuns > 0 ? (
        <li className="text-ink-faint">{plural(otherRuns, 'run')} of other workspaces</li>
      ) : null}
    </ul>
  );
}

export function WorkersCard({ work }: { work: BackgroundWorkView }) {
  return (
    <TableCard
      title="Workers"
      description="Workers of this installation. One that was killed is named for an hour; one that closed in good order is gone at once."
      caption="Workers"
      columns={WORKER_COLUMNS}
      rows={work.workers}
      keyOf={({ name }) => name}
      empty={
        <EmptyState icon={HardDrive} title="No worker is alive">
          What waits goes on waiting. Start one with npm start, or one more on any machine with npm run
          worker.
        </EmptyState>
      }
    />
  );
}
