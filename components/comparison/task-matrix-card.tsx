'use client';

import { Grid3x3 } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TableCard } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { MatrixRun, MatrixTask, TaskCell, TaskMatrix } from '@/lib/contracts/task-matrix';
import { word } from '@/lib/view/list-rows';
import { cellWords, completionWords, solvedWords, unsolvedWords } from '@/lib/view/task-matrix';
import { useTaskMatrix } from './use-task-matrix';

const ROWS = 50;

/** Tasks of environments by run, then what share of them each run solved. Not shown for runs without environments. */
export function TaskMatrixCard({ runIds }: { readonly runIds: readonly string[] }) {
  const matrix = useTaskMatrix(runIds);
  if (matrix.isPending) return <SkeletonRows label="Loading tasks…" rows={4} />;
  if (matrix.isError) return <ProblemNotice error={matrix.error} onRetry={() => matrix.refetch()} />;
  return matrix.data.runs.length === 0 ? null : <TaskTables matrix={matrix.data} />;
}

export function TaskTables({ matrix: { runs, tasks, apart } }: { readonly matrix: TaskMatrix }) {
  return (
    <>
      <TableCard
        title="Tasks by run"
        description="Held-out tasks with the best prompt of each run."
        caption="Tasks by run"
        columns={[TASK, ...runs.map(runColumn)]}
        rows={tasks}
        keyOf={({ exampleId }) => exampleId}
        page={ROWS}
        empty={
          apart === null ? (
            <EmptyState icon={Grid3x3} title="No held-out task was measured yet">
              A task appears here after a run measures its best prompt on it.
            </EmptyState>
          ) : null
        }
        above={
          apart === null ? null : (
            <div className="px-4 pb-4">
              <Notice tone="honey" title="Not comparable">
                {apart}
              </Notice>
            </div>
          )
        }
      />
      <TableCard
        title="Share of tasks solved"
        description="With the 95 % interval. Missing tasks are left out."
        caption="Share of tasks solved"
        columns={[
          ...SHARES,
          ...(apart === null ? [unsolvedColumn(runs, tasks)] : []),
          ...(runs.some(({ appWorld }) => appWorld) ? COMPLETIONS : []),
        ]}
        rows={runs}
        keyOf={({ runId }) => runId}
      />
    </>
  );
}

const TASK: TableColumn<MatrixTask> = {
  label: 'Task',
  className: 'min-w-48 max-w-md align-top',
  data: [
    word('task', ({ exampleId }) => exampleId),
    word('scenario', ({ groupKey }) => groupKey),
    word('question', ({ question }) => question),
  ],
  cell: ({ exampleId, question }) => (
    <>
      <span className="break-all font-mono text-xs">{exampleId}</span>
      <span className="line-clamp-1 text-ink-faint text-xs">{question}</span>
    </>
  ),
};

/** Two runs may have one label, and columns are told apart by theirs. */
function runColumn(run: MatrixRun, at: number, all: readonly MatrixRun[]): TableColumn<MatrixTask> {
  const isTwin = all.some(({ label, runId }) => label === run.label && runId !== run.runId);
  const label = isTwin ? `${run.label} (${run.runId.slice(-4)})` : run.label;
  return {
    label,
    className: 'align-top',
    data: [
      word(label, ({ cells }) => textOf(cells[at])),
      word(`${label}, cause`, ({ cells }) => cells[at]?.cause ?? null),
    ],
    cell: ({ cells }) => <CellBadge cell={cells[at] ?? null} />,
  };
}

const textOf = (cell: TaskCell | null | undefined) => (cell ? cellWords(cell).word : null);

/** The cause is text: a tooltip is reached neither by keyboard nor by touch. */
function CellBadge({ cell }: { readonly cell: TaskCell | null }) {
  if (cell === null) return <span className="text-ink-faint">–</span>;
  const { word: said, tone, hint } = cellWords(cell);
  const badge = <Badge tone={tone}>{said}</Badge>;
  return (
    <>
      {cell.rolloutId === null ? badge : <Link href={`/rollouts/${cell.rolloutId}`}>{badge}</Link>}
      {hint === null ? null : (
        <span className="mt-1 block w-44 break-words text-ink-faint text-xs">{hint}</span>
      )}
    </>
  );
}

const SHARES: readonly TableColumn<MatrixRun>[] = [
  {
    label: 'Run',
    data: [word('run', ({ label }) => label), word('run id', ({ runId }) => runId)],
    cell: ({ runId, label, practice, doubt }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <Link href={`/runs/${runId}`} className="font-medium hover:underline">
          {label}
        </Link>
        {practice ? <Badge tone="info">practice</Badge> : null}
        {doubt ? (
          <Badge tone="honey" title={doubt.sentence}>
            {doubt.word}
          </Badge>
        ) : null}
      </span>
    ),
  },
  wordColumn({ label: 'Agent', of: ({ agent }) => agent }),
  wordColumn({ label: 'Solved', className: 'numbers', of: solvedWords }),
];

/** How the other tasks ended, by run. */
function unsolvedColumn(runs: readonly MatrixRun[], tasks: readonly MatrixTask[]): TableColumn<MatrixRun> {
  return wordColumn({
    label: 'Not solved',
    className: 'numbers',
    of: (run) => unsolvedWords(tasks.map(({ cells }) => cells[runs.indexOf(run)] ?? null)),
  });
}

const COMPLETIONS: readonly TableColumn<MatrixRun>[] = [
  wordColumn({
    label: 'Task goals',
    hint: 'Task goal completion: tasks with success.',
    className: 'numbers',
    of: ({ appWorld }) => appWorld && completionWords(appWorld.tasks),
  }),
  wordColumn({
    label: 'Scenario goals',
    hint: 'Scenario goal completion: scenarios whose tasks all succeed.',
    className: 'numbers',
    of: ({ appWorld }) => appWorld && completionWords(appWorld.scenarios),
  }),
];
