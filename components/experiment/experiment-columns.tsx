import { CircleCheck, CircleDashed, RefreshCw } from 'lucide-react';
import Link from 'next/link';
import type { Column, Columns } from '@/components/list/record-table';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { TruthView } from '@/lib/contracts/truths';
import { AGGREGATION_WORDS } from '@/lib/view/aggregation-words';
import { TruthCell } from './truth-line';

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

/** What is true of an experiment stands below its name; `truths` holds those that were read. */
export function experimentColumns(truths: ReadonlyMap<string, TruthView>): Columns<ExperimentView> {
  return [
    {
      id: 'name',
      label: 'Name',
      className: 'min-w-52 max-w-72',
      cell: (one) => (
        <>
          <Link
            href={`/experiments/${one.id}`}
            title={one.name}
            className="block truncate font-medium leading-6 hover:underline"
          >
            {one.name}
          </Link>
          <TruthCell truth={truths.get(one.id)} />
        </>
      ),
    },
    ...OTHERS.map((column) => ({ ...column, className: 'whitespace-nowrap text-ink-soft' })),
  ];
}

const OTHERS: readonly Column<ExperimentView>[] = [
  { id: 'status', label: 'Status', wideOnly: true, cell: (one) => <ExperimentState experiment={one} /> },
  { id: 'task', label: 'Task', cell: (one) => one.taskName },
  {
    id: 'data',
    label: 'Data set · split',
    cell: (one) => (
      <Link href={`/datasets/${one.datasetId}`} className="hover:underline">
        {one.datasetName} · {one.splitName}
      </Link>
    ),
  },
  {
    id: 'method',
    label: 'Method',
    cell: (one) =>
      `${one.config.method.name.toUpperCase()} · ${AGGREGATION_WORDS[one.config.aggregation.kind].name}`,
  },
  {
    id: 'batch',
    label: 'Batch',
    cell: (one) => (one.config.batch.kind === 'dynamic' ? 'dynamic' : `fixed at ${one.config.batch.size}`),
  },
  { id: 'runs', label: 'Runs', numeric: true, cell: (one) => one.runs },
  {
    id: 'made',
    label: 'Made',
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
