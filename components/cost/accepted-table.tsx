import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { RunCostsView } from '@/lib/contracts/costs';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import {
  describeMeasurement,
  formatCompact,
  formatCount,
  formatDuration,
  shortHash,
} from '@/lib/view/numbers';
import { dollarWords, gpuWords } from '@/lib/view/run-costs';
import { iterationName } from '@/lib/view/series-chart';

/** Each prompt that became the best on held-out, and what everything until then had cost. */
export function AcceptedTable({
  accepted,
  origin,
}: {
  accepted: RunCostsView['accepted'];
  origin: NumberOrigin;
}) {
  return (
    <Card
      flush
      title="What did each accepted prompt cost?"
      description={`Everything until its measurement · ${describeOrigin(origin)}`}
    >
      {accepted.length === 0 ? (
        <p className="px-4 pb-4 text-[0.8125rem] text-ink-faint">
          No prompt has become better on held-out than the one that the run began with.
        </p>
      ) : (
        <Table caption="Accepted prompts and their cost">
          <TableHead>
            <HeadCell>Prompt</HeadCell>
            <HeadCell>Held-out</HeadCell>
            <HeadCell numeric>Rollouts</HeadCell>
            <HeadCell numeric>Tokens</HeadCell>
            <HeadCell numeric>GPU-seconds</HeadCell>
            <HeadCell numeric>Time</HeadCell>
            <HeadCell numeric>List price</HeadCell>
            <HeadCell>A point against serial</HeadCell>
          </TableHead>
          <TableBody>
            {accepted.map((one) => (
              <Row key={one.candidateHash}>
                <Cell className="whitespace-nowrap">
                  <span className="font-mono text-xs">{shortHash(one.candidateHash)}</span>{' '}
                  <span className="text-ink-faint text-xs">iteration {iterationName(one.iteration)}</span>
                </Cell>
                <Cell className="numbers min-w-40">{describeMeasurement(one.heldOut).whole}</Cell>
                <Cell numeric>{formatCount(one.totals.rollouts)}</Cell>
                <Cell numeric>{formatCompact(one.totals.tokens)}</Cell>
                <Cell numeric>{gpuWords(one.totals.gpuSeconds)}</Cell>
                <Cell numeric>{formatDuration(one.totalMs)}</Cell>
                <Cell numeric>{dollarWords(one.totals.costUsd)}</Cell>
                <Cell className="min-w-72 text-ink-soft lg:min-w-60">{one.againstSerial.sentence}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}
