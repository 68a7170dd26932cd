import { type TableColumn, wordColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { MatrixRun, MatrixTask, TaskMatrix } from '@/lib/contracts/task-matrix';
import { word } from '@/lib/view/list-rows';
import { completionWords, solvedWords, unsolvedWords } from '@/lib/view/task-matrix';

/** The share of tasks that each run solved, how the others ended, and for AppWorld both of its figures. */
export function shareColumns({ runs, tasks, apart }: TaskMatrix): readonly TableColumn<MatrixRun>[] {
  return [
    ...SHARES,
    ...(apart === null ? [unsolvedColumn(runs, tasks)] : []),
    ...(runs.some(({ appWorld }) => appWorld) ? COMPLETIONS : []),
  ];
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
