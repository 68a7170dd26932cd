import { Lightbulb } from 'lucide-react';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { ShapeAdviceView } from '@/lib/contracts/run-groups';
import { figure, word } from '@/lib/view/list-rows';
import { formatCount } from '@/lib/view/numbers';
import { describeUtilisation, SHAPE_WORDS } from '@/lib/view/run-group';

const COLUMNS: readonly TableColumn<ShapeAdviceView['tasks'][number]>[] = [
  {
    label: 'Task',
    className: 'min-w-32 font-medium',
    data: [
      word('task', ({ experimentName }) => experimentName),
      word('experiment id', ({ experimentId }) => experimentId),
      word('measured run id', ({ measuredRunId }) => measuredRunId),
    ],
    cell: ({ experimentName, measuredRunId }) =>
      measuredRunId === null ? (
        experimentName
      ) : (
        <Link
          href={`/runs/${measuredRunId}`}
          title="The run that these numbers come from"
          className="underline decoration-line-strong underline-offset-2"
        >
          {experimentName}
        </Link>
      ),
  },
  {
    label: 'Lanes busy',
    numeric: true,
    data: [
      figure('lanes busy, share', ({ utilisation }) => utilisation),
      figure('lanes', ({ lanes }) => lanes),
    ],
    cell: ({ utilisation, lanes }) => `${describeUtilisation(utilisation)} of ${formatCount(lanes)}`,
  },
  wordColumn({ label: 'Diagnosis', of: ({ diagnosis }) => diagnosis }),
  figureColumn({
    label: 'Held-out',
    file: 'held-out, n',
    of: ({ heldOutExamples }) => heldOutExamples,
    show: (count) => `n = ${formatCount(count)}`,
  }),
  {
    label: 'Speedup ceiling',
    className: 'min-w-56 text-ink-soft text-xs',
    data: [
      figure('speedup ceiling', ({ ceiling }) => ceiling.ceiling),
      figure('speedup ceiling by the work', ({ ceiling }) => ceiling.byWork),
      figure('speedup ceiling by the fitted law', ({ ceiling }) => ceiling.byLaw),
      figure('work that has to be waited for, share', ({ ceiling }) => ceiling.serialShare),
      word('in words', ({ ceiling }) => ceiling.sentence),
      word('when it no longer holds', ({ ceiling }) =>
        ceiling.ceiling === null ? null : ceiling.invalidatedBy.join('; '),
      ),
    ],
    cell: ({ ceiling }) => (
      <>
        {ceiling.sentence}
        {ceiling.ceiling === null ? null : <Conditions of={ceiling.invalidatedBy} />}
      </>
    ),
  },
];

/** Which shape the measurements speak for, why not the others, and how much faster each task can get at most. */
export function AdvicePanel({ advice }: { advice: ShapeAdviceView }) {
  const table = { caption: 'What is known of each task', columns: COLUMNS, rows: advice.tasks };
  return (
    <section
      aria-label="What the measurements advise"
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-sunken px-3.5 py-3 text-[0.8125rem]"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="honey" icon={Lightbulb}>
          {SHAPE_WORDS[advice.shape].name}
        </Badge>
        <span className="min-w-0">{advice.reason}</span>
      </p>
      {advice.rejectedShapes.length > 0 || advice.hints.length > 0 ? (
        <ul className="list-disc pl-5 text-ink-soft text-xs leading-5">
          {advice.rejectedShapes.map(({ shape, reason }) => (
            <li key={shape}>
              Not {SHAPE_WORDS[shape].name.toLowerCase()}: {reason}
            </li>
          ))}
          {advice.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-col">
        <span className="self-end pb-1">
          <TableDoor name={table.caption} read={tableReader(table)} />
        </span>
        <div className="overflow-hidden rounded-md border border-line bg-surface">
          <ColumnTable {...table} keyOf={({ experimentId }) => experimentId} />
        </div>
      </div>
    </section>
  );
}

/** A ceiling is only true while nothing of this happens. */
function Conditions({ of: conditions }: { of: readonly string[] }) {
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-ink-faint">When it no longer holds</summary>
      <ul className="list-disc pl-4">
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
    </details>
  );
}
