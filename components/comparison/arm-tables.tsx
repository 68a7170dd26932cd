'use client';

import Link from 'next/link';
import { TruthCell } from '@/components/experiment/truth-line';
import { useTruthsOf } from '@/components/experiment/use-truths';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import { intervalOf } from '@/lib/view/arm-chart';
import { formatCount, formatDuration, formatPoints, formatScore } from '@/lib/view/numbers';

/** On a phone the gain comes first; the two scores that it lies between are in the chart above. */
const WIDE_ONLY = 'max-sm:hidden';

/** An arm a row, a seed a line; each gain leads to its run. */
export function ArmTable({ comparison }: { comparison: ArmComparison }) {
  const truths = useTruthsOf(
    'run',
    comparison.rows.flatMap(({ runIds }) => runIds),
  );
  const hasShares = comparison.rows.some((row) => row.kept !== null);
  return (
    <Table caption="Arms with their held-out gain">
      <TableHead>
        <HeadCell>Arm</HeadCell>
        <HeadCell numeric className={WIDE_ONLY}>
          Original prompt
        </HeadCell>
        <HeadCell numeric className={WIDE_ONLY}>
          Last prompt
        </HeadCell>
        <HeadCell>Gain of each seed</HeadCell>
        {hasShares ? <HeadCell numeric>Share kept</HeadCell> : null}
        <HeadCell numeric>Bullets</HeadCell>
        <HeadCell numeric>Learning time</HeadCell>
        <HeadCell>Price of a point</HeadCell>
      </TableHead>
      <TableBody>
        {comparison.rows.map((row) => (
          <Row key={row.name}>
            <Cell className="min-w-36">
              <span className="font-medium">{row.name}</span>
              {row.runIds.map((runId) => (
                <TruthCell key={runId} truth={truths.get(runId)} short />
              ))}
            </Cell>
            <Cell numeric className={WIDE_ONLY}>
              {formatScore(row.originalMean)}
            </Cell>
            <Cell numeric className={WIDE_ONLY}>
              {formatScore(row.finalMean)}
            </Cell>
            <Cell>
              <ul className="numbers space-y-0.5">
                {row.gains.map((gain, seed) => (
                  <li key={row.runIds[seed]} className="whitespace-nowrap">
                    <Link
                      href={`/runs/${row.runIds[seed]}`}
                      className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
                    >
                      {formatPoints(gain.mean)}
                    </Link>{' '}
                    <span className="text-ink-faint">
                      ({intervalOf(gain)}, n = {formatCount(gain.n)})
                    </span>
                  </li>
                ))}
              </ul>
            </Cell>
            {hasShares ? (
              <Cell numeric>
                {row.batchSize === 1 ? (
                  <span className="text-ink-faint">reference</span>
                ) : (
                  formatScore(row.kept)
                )}
              </Cell>
            ) : null}
            <Cell numeric>{formatCount(row.bullets)}</Cell>
            <Cell numeric>{formatDuration(row.learningMs)}</Cell>
            <Cell className="min-w-48 text-ink-soft">{row.pointPrice.sentence}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

export function PublishedTable({ published }: Pick<ArmComparison, 'published'>) {
  return (
    <Table caption="Published values">
      <TableHead>
        <HeadCell>Method</HeadCell>
        <HeadCell>Arm</HeadCell>
        <HeadCell numeric>Batch size</HeadCell>
        <HeadCell numeric>Accuracy</HeadCell>
        <HeadCell numeric>Training time</HeadCell>
        <HeadCell>Source</HeadCell>
      </TableHead>
      <TableBody>
        {published.map((point) => (
          <Row key={Object.values(point).join(' ')} className="text-ink-soft">
            <Cell>{point.method}</Cell>
            <Cell className="whitespace-nowrap">{point.arm}</Cell>
            <Cell numeric>{point.batchSize ?? '–'}</Cell>
            <Cell numeric>{formatScore(point.accuracy)}</Cell>
            <Cell numeric>
              {point.trainSeconds === null ? '–' : formatDuration(point.trainSeconds * 1000)}
            </Cell>
            <Cell className="whitespace-nowrap">{point.source}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
