'use client';

import { RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { SweepCellView, SweepView } from '@/lib/contracts/sweeps';
import {
  formatCompact,
  formatDuration,
  formatInterval,
  formatScore,
  formatUsd,
  plural,
} from '@/lib/view/numbers';
import { cellsWithin, isNarrowed } from '@/lib/view/sweep-parallel';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { ARM_WORDS, LOST_CELLS } from '@/lib/view/sweep-words';
import { RetryDialog } from './retry-dialog';
import { CellStatusBadge } from './sweep-badges';
import { useCellRanges } from './use-cell-ranges';

/** The cells in the chosen ranges, in the order in which they start: what each reached, or why it has not. */
export function CellTable({ sweep }: { sweep: SweepView }) {
  const { mayExperiment } = useViewer();
  const [retried, setRetried] = useState<SweepCellView | null>(null);
  const { ranges, clear } = useCellRanges();
  const mayRetry = mayExperiment && sweep.status !== 'cancelled';
  const cells = cellsWithin(sweep, ranges);
  return (
    <Card
      flush
      title="All cells"
      description={`${sweepOrigin(sweep)}. In the order in which they start; intervals are over the held-out examples of one seed.`}
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
    >
      <Table caption="Cells of this sweep">
        <TableHead>
          <HeadCell>Cell</HeadCell>
          <HeadCell numeric>Seed</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Held-out accuracy</HeadCell>
          <HeadCell numeric>Learning time</HeadCell>
          <HeadCell numeric>Total time</HeadCell>
          <HeadCell numeric>Cost</HeadCell>
          <HeadCell numeric>Tokens</HeadCell>
          <HeadCell numeric>Prompt tokens</HeadCell>
          <HeadCell numeric>Failures</HeadCell>
        </TableHead>
        <TableBody>
          {cells.length === 0 && sweep.cells.length > 0 ? (
            <Row>
              <Cell colSpan={10} className="text-ink-soft">
                No cell lies in these ranges. Widen one of them in the chart above, or clear them.
              </Cell>
            </Row>
          ) : null}
          {cells.map((cell) => (
            <Row key={cell.id}>
              <Cell className="min-w-40">
                <CellName cell={cell} />
              </Cell>
              <Cell numeric>{cell.seed}</Cell>
              <Cell className="min-w-32 max-w-80">
                <CellStatusBadge status={cell.status} />
                {cell.timeLeftMs === null ? null : (
                  <span className="ml-1.5 text-ink-faint text-xs">
                    about {formatDuration(cell.timeLeftMs)} left
                  </span>
                )}
                {cell.reason ? <p className="mt-0.5 text-ink-faint text-xs">{cell.reason}</p> : null}
                {mayRetry && LOST_CELLS.includes(cell.status) ? (
                  <Button size="sm" className="mt-1" onClick={() => setRetried(cell)}>
                    <RotateCcw aria-hidden /> Start again
                  </Button>
                ) : null}
              </Cell>
              <ResultCells result={cell.result} />
            </Row>
          ))}
        </TableBody>
      </Table>
      {retried ? <RetryDialog sweepId={sweep.id} cell={retried} onClose={() => setRetried(null)} /> : null}
    </Card>
  );
}

/** Leads to its newest run; earlier attempts stand below with the reason for the next. */
function CellName({ cell }: { cell: SweepCellView }) {
  const name = `${ARM_WORDS[cell.arm].name}${cell.batchSize === null ? '' : `, batch size ${cell.batchSize}`}`;
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

function ResultCells({ result }: Pick<SweepCellView, 'result'>) {
  if (result === null) {
    return (
      <Cell colSpan={7} className="text-ink-faint">
        –
      </Cell>
    );
  }
  return (
    <>
      <Cell className="numbers whitespace-nowrap">
        {formatScore(result.accuracy)}{' '}
        <span className="text-ink-faint text-xs">
          ({formatInterval(result)}, n = {result.n})
        </span>
      </Cell>
      <Cell
        numeric
        title={result.taintedIterations > 0 ? 'A crash or pause cut some of its iterations.' : undefined}
      >
        {formatDuration(result.learningMs)}
        {result.taintedIterations > 0 ? '*' : ''}
      </Cell>
      <Cell numeric>{formatDuration(result.totalMs)}</Cell>
      <Cell numeric>{formatUsd(result.costUsd)}</Cell>
      <Cell numeric>{formatCompact(result.tokens)}</Cell>
      <Cell numeric>{formatCompact(result.playbookTokens)}</Cell>
      <Cell numeric>{result.failures}</Cell>
    </>
  );
}
