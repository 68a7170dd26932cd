'use client';

import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn } from '@/components/list/table-column';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { SweepCellView, SweepView } from '@/lib/contracts/sweeps';
import { countWords } from '@/lib/domain/scored-count';
import { figure, word } from '@/lib/view/list-rows';
import {
  formatCompact,
  formatDuration,
  formatInterval,
  formatScore,
  formatUsd,
  NOT_KNOWN,
  plural,
} from '@/lib/view/numbers';
import { cellsWithin, isNarrowed } from '@/lib/view/sweep-parallel';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { ARM_WORDS, LOST_CELLS } from '@/lib/view/sweep-words';
import { RetryDialog } from './retry-dialog';
import { CellStatusBadge } from './sweep-badges';
import { useCellRanges } from './use-cell-ranges';

const nameOf = ({ arm, batchSize }: SweepCellView) =>
  `${ARM_WORDS[arm].name}${batchSize === null ? '' : `, batch size ${batchSize}`}`;

const NAMES: readonly TableColumn<SweepCellView>[] = [
  {
    label: 'Cell',
    className: 'min-w-40',
    data: [
      word('arm', ({ arm }) => ARM_WORDS[arm].name),
      figure('batch size', ({ batchSize }) => batchSize),
      word('run', ({ attempts }) => attempts.at(-1)?.runId ?? null),
    ],
    cell: (cell) => <CellName cell={cell} />,
  },
  figureColumn({ label: 'Seed', of: ({ seed }) => seed, show: String }),
];

const resultColumn = (
  words: { readonly label: string; readonly file?: string },
  of: (result: NonNullable<SweepCellView['result']>) => number | null,
  show: (value: number) => string,
): TableColumn<SweepCellView> =>
  figureColumn({ ...words, of: ({ result }) => (result === null ? null : of(result)), show });

const RESULTS: readonly TableColumn<SweepCellView>[] = [
  {
    label: 'Held-out accuracy',
    className: 'numbers whitespace-nowrap',
    data: measuredData('held-out accuracy', ({ result }) =>
      result === null
        ? null
        : { mean: result.accuracy, lower: result.lower, upper: result.upper, n: result.n },
    ),
    cell: ({ result }) => <Accuracy result={result} />,
  },
  {
    label: 'Learning time',
    numeric: true,
    data: [
      figure('learning time, ms', ({ result }) => result?.learningMs ?? null),
      figure('iterations cut by a crash or pause', ({ result }) => result?.taintedIterations ?? null),
    ],
    cell: ({ result }) => <LearningTime result={result} />,
  },
  resultColumn({ label: 'Total time', file: 'total time, ms' }, ({ totalMs }) => totalMs, formatDuration),
  resultColumn({ label: 'Cost', file: 'cost, usd' }, ({ costUsd }) => costUsd, formatUsd),
  resultColumn({ label: 'Tokens' }, ({ tokens }) => tokens, formatCompact),
  resultColumn({ label: 'Prompt tokens' }, ({ playbookTokens }) => playbookTokens, formatCompact),
  resultColumn({ label: 'Failures' }, ({ failures }) => failures, String),
];

/** The cells in the chosen ranges, in the order in which they start: what each reached, or why it has not. */
export function CellTable({ sweep }: { sweep: SweepView }) {
  const { mayExperiment } = useViewer();
  const [retried, setRetried] = useState<SweepCellView | null>(null);
  const { ranges, clear } = useCellRanges();
  const mayRetry = mayExperiment && sweep.status !== 'cancelled';
  const cells = cellsWithin(sweep, ranges);
  return (
    <TableCard
      title="All cells"
      description={`${sweepOrigin(sweep)}. In the order in which they start; tokens and costs (at list price) count reused answers too, which the budget does not; intervals over the held-out examples of one seed.`}
      actions={
        isNarrowed(sweep, ranges) ? (
          <>
            <span role="status" className="numbers text-ink-soft text-xs">
              {cells.length} of {plural(sweep.cells.length, 'cell')}
            </span>
            <Button size="sm" onClick={clear}>
              Clear ranges
            </Button>
          </>
        ) : null
      }
      caption="Cells of this sweep"
      columns={[...NAMES, statusColumn(mayRetry ? setRetried : null), ...RESULTS]}
      rows={cells}
      keyOf={({ id }) => id}
      empty={
        sweep.cells.length === 0 ? undefined : (
          <p className="px-4 pb-4 text-[0.8125rem] text-ink-soft">
            No cell lies in these ranges. Widen one of them in the chart above, or clear them.
          </p>
        )
      }
    >
      {retried ? <RetryDialog sweepId={sweep.id} cell={retried} onClose={() => setRetried(null)} /> : null}
    </TableCard>
  );
}

/** With a button to start it again where the reader may. */
const statusColumn = (onRetry: ((cell: SweepCellView) => void) | null): TableColumn<SweepCellView> => ({
  label: 'Status',
  className: 'min-w-32 max-w-80',
  data: [word('status', ({ status }) => status), word('reason', ({ reason }) => reason)],
  cell: (cell) => (
    <>
      <CellStatusBadge status={cell.status} />
      {cell.timeLeftMs === null ? null : (
        <span className="ml-1.5 text-ink-faint text-xs">about {formatDuration(cell.timeLeftMs)} left</span>
      )}
      {cell.reason ? <p className="mt-0.5 text-ink-faint text-xs">{cell.reason}</p> : null}
      {onRetry && LOST_CELLS.includes(cell.status) ? (
        <Button size="sm" className="mt-1" onClick={() => onRetry(cell)}>
          <RotateCcw aria-hidden /> Start again
        </Button>
      ) : null}
    </>
  ),
});

/** Leads to its newest run; earlier attempts stand below with the reason for the next. */
function CellName({ cell }: { cell: SweepCellView }) {
  const name = nameOf(cell);
  const newest = cell.attempts.at(-1);
  if (newest === undefined) return <span className="font-medium">{name}</span>;
  return (
    <>
      <Link
        href={`/runs/${newest.runId}`}
        className="font-medium underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        {name}
      </Link>
      {cell.attempts.slice(0, -1).map(({ runId }, index) => (
        <span key={runId} className="block text-ink-faint text-xs">
          <Link href={`/runs/${runId}`} className="underline underline-offset-2">
            Attempt {index + 1}
          </Link>
          , then again: {cell.attempts[index + 1]?.reason}
        </span>
      ))}
    </>
  );
}

function Accuracy({ result }: Pick<SweepCellView, 'result'>) {
  if (result === null) return NOT_KNOWN;
  return (
    <>
      {formatScore(result.accuracy)}{' '}
      <span className="text-ink-faint text-xs">
        ({formatInterval(result)}, {countWords(result)})
      </span>
    </>
  );
}

function LearningTime({ result }: Pick<SweepCellView, 'result'>) {
  if (result === null) return NOT_KNOWN;
  if (result.taintedIterations === 0) return formatDuration(result.learningMs);
  return (
    <span title="A crash or pause cut some of its iterations.">{formatDuration(result.learningMs)}*</span>
  );
}
