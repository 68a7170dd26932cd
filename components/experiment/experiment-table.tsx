import { CircleCheck, CircleDashed, RefreshCw } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { AGGREGATION_WORDS } from '@/lib/view/aggregation-words';
import { TruthCell } from './truth-line';
import { useTruthsOf } from './use-truths';

interface Column {
  readonly id: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** On a phone it stands below the name instead. */
  readonly wideOnly?: boolean;
  readonly cell: (experiment: ExperimentView) => ReactNode;
}

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

/** All but the name can be hidden. */
export const EXPERIMENT_COLUMNS: readonly Column[] = [
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

export function ExperimentTable(props: { items: readonly ExperimentView[]; hidden: readonly string[] }) {
  const truths = useTruthsOf(
    'experiment',
    props.items.map(({ id }) => id),
  );
  const columns = EXPERIMENT_COLUMNS.filter((column) => !props.hidden.includes(column.id));
  return (
    <Table caption="Experiments">
      <TableHead>
        <HeadCell>Name</HeadCell>
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            numeric={column.numeric ?? false}
            className={column.wideOnly ? 'max-sm:hidden' : undefined}
          >
            {column.label}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {props.items.map((experiment) => (
          <Row key={experiment.id}>
            <Cell className="min-w-52 max-w-72">
              <Link
                href={`/experiments/${experiment.id}`}
                title={experiment.name}
                className="block truncate font-medium hover:underline"
              >
                {experiment.name}
              </Link>
              <TruthCell truth={truths.get(experiment.id)} />
              {props.hidden.includes('status') ? null : (
                <span className="mt-1 block sm:hidden">
                  <ExperimentState experiment={experiment} />
                </span>
              )}
            </Cell>
            {columns.map((column) => (
              <Cell
                key={column.id}
                numeric={column.numeric ?? false}
                className={classNames('whitespace-nowrap text-ink-soft', column.wideOnly && 'max-sm:hidden')}
              >
                {column.cell(experiment)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
