'use client';

import { Grid3x3 } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TableCard } from '@/components/list/table-card';
import type { TableColumn } from '@/components/list/table-column';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { MatrixRun, MatrixTask, TaskCell, TaskMatrix } from '@/lib/contracts/task-matrix';
import { word } from '@/lib/view/list-rows';
import { causesOf, cellWords } from '@/lib/view/task-matrix';
import { CauseList, TaskResult } from './task-cell';
import { shareColumns } from './task-share-columns';
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
  const causes = causesOf(tasks.flatMap(({ cells }) => cells));
  return (
    <>
      <TableCard
        title="Tasks by run"
        description="Held-out tasks with the best prompt of each run."
        caption="Tasks by run"
        columns={[TASK, ...runs.map((run, at) => runColumn(run, at, { runs, causes }))]}
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
      >
        <CauseList causes={causes} />
      </TableCard>
      <TableCard
        title="Share of tasks solved"
        description="With the 95 % interval. Missing tasks are left out."
        caption="Share of tasks solved"
        columns={shareColumns({ runs, tasks, apart })}
        rows={runs}
        keyOf={({ runId }) => runId}
      />
    </>
  );
}

const TASK: TableColumn<MatrixTask> = {
  label: 'Task',
  className: 'min-w-44 max-w-md align-top sm:min-w-64',
  data: [
    word('task', ({ exampleId }) => exampleId),
    word('scenario', ({ groupKey }) => groupKey),
    word('question', ({ question }) => question),
  ],
  cell: ({ exampleId, question }) => (
    <>
      <span className="break-all font-mono text-xs">{exampleId}</span>
      {/* A question of AppWorld only repeats the id. */}
      {question.includes(exampleId) ? null : (
        <span className="line-clamp-1 text-ink-faint text-xs max-sm:hidden">{question}</span>
      )}
    </>
  ),
};

interface Around {
  readonly runs: readonly MatrixRun[];
  readonly causes: readonly string[];
}

/** Two runs may have one label, and columns are told apart by theirs. */
function runColumn(run: MatrixRun, at: number, { runs, causes }: Around): TableColumn<MatrixTask> {
  const isTwin = runs.some(({ label, runId }) => label === run.label && runId !== run.runId);
  const label = isTwin ? `${run.label} (${run.runId.slice(-4)})` : run.label;
  return {
    label,
    className: 'align-top',
    data: [
      word(label, ({ cells }) => textOf(cells[at])),
      word(`${label}, cause`, ({ cells }) => cells[at]?.cause ?? null),
    ],
    cell: ({ cells }) => <TaskResult cell={cells[at] ?? null} causes={causes} />,
  };
}

const textOf = (cell: TaskCell | null | undefined) => (cell ? cellWords(cell).word : null);
