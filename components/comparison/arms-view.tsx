'use client';

import Link from 'next/link';
import { ArmChart } from '@/components/charts/arm-chart';
import { ChartFrame } from '@/components/charts/chart-frame';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import { intervalOf, prepareArmChart } from '@/lib/view/arm-chart';
import { formatCount, formatDuration, formatPoints, formatScore } from '@/lib/view/numbers';

/** Finished runs as arms: the chart, and the same numbers in a table that links to each run. */
export function ArmsView({ comparison }: { comparison: ArmComparison }) {
  const chart = prepareArmChart(comparison);
  return (
    <>
      <PageHeader
        title="Arms side by side"
        description="Gains are paired by example within a run: the last prompt against the original one, on the same held-out examples."
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
      />
      {comparison.warning ? (
        <Notice tone="honey" title="Not comparable">
          {comparison.warning}
        </Notice>
      ) : null}
      <ChartFrame
        question={chart.question}
        origin={chart.origin}
        summary={chart.summary}
        isEmpty={chart.series.length === 0}
        emptyText="No finished run is named in the address."
        chart={<ArmChart chart={chart} />}
        table={<ArmTable comparison={comparison} />}
      />
      <div className="mt-5 rounded-lg border border-line bg-surface">
        <ArmTable comparison={comparison} />
      </div>
    </>
  );
}

function ArmTable({ comparison }: { comparison: ArmComparison }) {
  return (
    <Table caption="Arms with their held-out gain">
      <TableHead>
        <HeadCell>Arm</HeadCell>
        <HeadCell numeric>Original</HeadCell>
        <HeadCell numeric>Last prompt</HeadCell>
        <HeadCell>Gain, a line a seed</HeadCell>
        <HeadCell numeric>Kept</HeadCell>
        <HeadCell numeric>Bullets</HeadCell>
        <HeadCell numeric>Learning time</HeadCell>
      </TableHead>
      <TableBody>
        {comparison.rows.map((row) => (
          <Row key={row.name}>
            <Cell className="font-medium">{row.name}</Cell>
            <Cell numeric>{formatScore(row.originalMean)}</Cell>
            <Cell numeric>{formatScore(row.finalMean)}</Cell>
            <Cell>
              <ul className="numbers space-y-0.5">
                {row.gains.map((gain, seed) => (
                  <li key={row.runIds[seed]} className="whitespace-nowrap">
                    <Link href={`/runs/${row.runIds[seed]}`} className="underline-offset-2 hover:underline">
                      {formatPoints(gain.mean)}
                    </Link>{' '}
                    <span className="text-ink-faint">
                      ({intervalOf(gain)}, n = {formatCount(gain.n)})
                    </span>
                  </li>
                ))}
              </ul>
            </Cell>
            <Cell numeric>{formatScore(row.kept)}</Cell>
            <Cell numeric>{formatCount(row.bullets)}</Cell>
            <Cell numeric>{formatDuration(row.learningMs)}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
