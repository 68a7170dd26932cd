import { CircleCheck, CircleDashed, RefreshCw } from 'lucide-react';
import { TruthCell } from '@/components/fact/truth-line';
import type { Column, Columns } from '@/components/list/record-column';
import { TagWords } from '@/components/list/tag-words';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { TruthView } from '@/lib/contracts/truths';
import { methodWords } from '@/lib/domain/method-words';
import { AGGREGATION_WORDS } from '@/lib/view/aggregation-words';
import { figure, word } from '@/lib/view/list-rows';

function ExperimentState({ experiment }: { experiment: ExperimentView }) {
  if (experiment.archivedAt) return <Badge>Archived</Badge>;
  if (experiment.liveRuns > 0)
    return (
      <Badge tone="honey" icon={RefreshCw}>
        {experiment.liveRuns} running
      </Badge>
    );
  if (experiment.runs === 0) return <Badge icon={CircleDashed}>Never run</Badge>;
  return (
    <Badge tone="good" icon={CircleCheck}>
      Has results
    </Badge>
  );
}

function stateOf({ archivedAt, liveRuns, runs }: ExperimentView): string {
  if (archivedAt) return 'archived';
  if (liveRuns > 0) return 'running';
  return runs === 0 ? 'never run' : 'has results';
}

function batchOf({ config: { batch } }: ExperimentView): string {
  return batch.kind === 'dynamic' ? 'dynamic' : `fixed at ${batch.size}`;
}

/** The truth of an experiment is shown below its name; `truths` holds those that were read. */
export function experimentColumns(truths: ReadonlyMap<string, TruthView>): Columns<ExperimentView> {
  return [
    {
      id: 'name',
      label: 'Name',
      width: 17,
      data: [word('name', (one) => one.name), word('id', (one) => one.id)],
      className: 'min-w-52 max-w-72',
      cell: (one) => (
        <>
          <Link
            href={`/experiments/${one.id}`}
            title={one.name}
            className="line-clamp-2 break-words py-0.5 font-medium leading-5 hover:underline"
          >
            {one.name}
          </Link>
          <TruthCell truth={truths.get(one.id)} />
        </>
      ),
    },
    ...OTHERS.map((column) => ({ ...column, className: 'text-ink-soft' })),
  ];
}

const OTHERS: readonly Column<ExperimentView>[] = [
  {
    id: 'status',
    label: 'Status',
    data: [word('status', stateOf), figure('running', (one) => one.liveRuns)],
    cell: (one) => <ExperimentState experiment={one} />,
  },
  { id: 'task', label: 'Task', data: [word('task', (one) => one.taskName)], cell: (one) => one.taskName },
  {
    id: 'data',
    label: 'Data set · split',
    width: 14,
    data: [word('data set', (one) => one.datasetName), word('split', (one) => one.splitName)],
    cell: (one) => (
      <Link href={`/datasets/${one.datasetId}`} className="hover:underline">
        {one.datasetName} · {one.splitName}
      </Link>
    ),
  },
  {
    id: 'method',
    label: 'Method',
    width: 11,
    data: [
      word('method', (one) => one.config.method.name),
      word('aggregation', (one) => one.config.aggregation.kind),
    ],
    cell: (one) =>
      `${methodWords(one.config.method.name)} · ${AGGREGATION_WORDS[one.config.aggregation.kind].name}`,
  },
  {
    id: 'batch',
    label: 'Batch',
    data: [word('batch size', batchOf)],
    cell: batchOf,
  },
  {
    id: 'runs',
    label: 'Runs',
    numeric: true,
    width: 6,
    data: [figure('runs', (one) => one.runs)],
    cell: (one) => one.runs,
  },
  {
    id: 'tags',
    label: 'Tags',
    data: [word('tags', (one) => one.tags.join(', '))],
    cell: (one) => <TagWords tags={one.tags} />,
  },
  {
    id: 'made',
    label: 'Made',
    width: 12,
    data: [word('made at', (one) => one.createdAt), word('made by', (one) => one.createdBy)],
    cell: (one) => (
      <>
        <Time at={one.createdAt} />
        <span className="block max-w-40 truncate text-ink-faint text-xs" title={one.createdBy}>
          by {one.createdBy}
        </span>
      </>
    ),
  },
];
