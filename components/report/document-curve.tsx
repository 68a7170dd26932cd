'use client';

import { useMemo, useState } from 'react';
import { ChartPlace } from '@/components/charts/chart-place';
import { CurveChart } from '@/components/charts/curve-chart';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { CurveBlock } from '@/lib/domain/report-document';
import { documentCurveRows, prepareDocumentCurve } from '@/lib/view/document-curve';

/** A curve of a document: drawn, with its numbers to be opened beneath. */
export function DocumentCurve({ curve }: { curve: CurveBlock }) {
  const chart = prepareDocumentCurve(curve);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const place = useMemo(
    () => ({ label: curve.caption, hidden, onHidden: setHidden }),
    [curve.caption, hidden],
  );
  const isEmpty = chart.series.every(({ dots }) => dots.length === 0);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-medium text-[0.8125rem] text-ink">{curve.caption}</figcaption>
      {isEmpty ? (
        <p className="text-[0.8125rem] text-ink-faint">No point was measured.</p>
      ) : (
        <div className="h-72 w-full min-w-0">
          <ChartPlace value={place}>
            <CurveChart chart={chart} />
          </ChartPlace>
        </div>
      )}
      {isEmpty ? null : (
        <details className="mt-2">
          <summary className="cursor-pointer text-ink-soft text-xs">The same as numbers</summary>
          <div className="mt-2">
            <CurveTable curve={curve} />
          </div>
        </details>
      )}
    </figure>
  );
}

function CurveTable({ curve }: { curve: CurveBlock }) {
  return (
    <Table caption={curve.caption}>
      <TableHead>
        <HeadCell>Series</HeadCell>
        <HeadCell numeric>{curve.xLabel}</HeadCell>
        <HeadCell numeric>{curve.yLabel}</HeadCell>
        <HeadCell numeric>Interval</HeadCell>
      </TableHead>
      <TableBody>
        {documentCurveRows(curve).map((row) => (
          <Row key={row.join(' ')}>
            {row.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
              <Cell key={index} numeric={index > 0}>
                {cell}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
