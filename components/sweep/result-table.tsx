import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { SweepView } from '@/lib/contracts/sweeps';
import {
  formatCompact,
  formatCount,
  formatDuration,
  formatInterval,
  formatScore,
  formatUsd,
  NOT_KNOWN,
} from '@/lib/view/numbers';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { ARM_WORDS } from '@/lib/view/sweep-words';

/** The figure for reading: each arm at each size, over its seeds. */
export function ResultTable({ sweep }: { sweep: SweepView }) {
  return (
    <Card
      flush
      title="What did each arm reach?"
      description={`${sweepOrigin(sweep)}. Accuracy of the last prompt: mean over the seeds with Student's interval; times, tokens and costs are means.`}
    >
      <Table caption="Arms and batch sizes with what they reached">
        <TableHead>
          <HeadCell>Arm</HeadCell>
          <HeadCell numeric>Batch size</HeadCell>
          <HeadCell>Held-out accuracy</HeadCell>
          <HeadCell numeric>Learning time</HeadCell>
          <HeadCell numeric>Total time</HeadCell>
          <HeadCell numeric>Prompt tokens</HeadCell>
          <HeadCell numeric>Bullets</HeadCell>
          <HeadCell numeric>Cost</HeadCell>
          <HeadCell numeric>Tokens</HeadCell>
          <HeadCell numeric>Failures</HeadCell>
        </TableHead>
        <TableBody>
          {sweep.figure.rows.map((row) => (
            <Row key={`${row.arm} ${row.batchSize}`}>
              <Cell className="min-w-36 font-medium">
                {ARM_WORDS[row.arm].name}{' '}
                {row.onFront ? (
                  <Badge tone="good" title="No other point is as fast in learning and as good.">
                    front
                  </Badge>
                ) : null}
              </Cell>
              <Cell numeric>{row.batchSize ?? '–'}</Cell>
              <Cell className="numbers whitespace-nowrap">
                {formatScore(row.accuracy.mean)}{' '}
                <span className="text-ink-faint text-xs">
                  ({formatInterval(row.accuracy)},{' '}
                  {row.seeds.length === 1 ? '1 seed' : `${row.seeds.length} seeds`}, n ={' '}
                  {formatCount(row.examples)})
                </span>
              </Cell>
              <Cell numeric>{formatDuration(row.learningMs.mean)}</Cell>
              <Cell numeric>{formatDuration(row.totalMs.mean)}</Cell>
              <Cell numeric>{formatCompact(row.playbookTokens.mean)}</Cell>
              <Cell numeric>{sweep.origin.method === 'ace' ? formatCount(row.bullets.mean) : NOT_KNOWN}</Cell>
              <Cell numeric>{formatUsd(row.costUsd)}</Cell>
              <Cell numeric>{formatCompact(row.tokens)}</Cell>
              <Cell numeric>{Number(row.failures.toFixed(1))}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
