'use client';

import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Card } from '@/components/ui/card';
import { keptFigures } from '@/components/ui/kept-figures';
import { ScrollBox } from '@/components/ui/scroll-box';
import { Segmented } from '@/components/ui/segmented';
import type { DataTable } from '@/lib/view/data-table';
import { ChartMenu } from './chart-menu';
import { ChartPlace } from './chart-place';
import { DataTableView } from './data-table-view';

interface ChartFrameProps {
  readonly question: string;
  /** Split, hardware, "practice model": shared by every number of the chart. */
  readonly origin: string;
  readonly summary: string;
  readonly isEmpty: boolean;
  readonly emptyText: string;
  readonly controls?: ReactNode;
  /** Subject of the chart if the page has several; shown with an empty chart too. */
  readonly above?: ReactNode;
  readonly chart: ReactNode;
  /** The same numbers for reading and for files. */
  readonly data: DataTable;
  /** Custom table; by default the numbers row by row. */
  readonly table?: ReactNode;
  /** Content below the chart that is not part of its picture. */
  readonly below?: ReactNode;
  /** Content below the drawing, hidden while the table is shown. */
  readonly belowDrawing?: ReactNode;
}

const HEIGHT = 'h-72';

/** A chart with its question, its origin, its one sentence, a table with the same numbers, and downloads. */
export function ChartFrame(props: ChartFrameProps) {
  const [shows, setShows] = useState<'chart' | 'table'>('chart');
  const drawn = useRef<HTMLDivElement>(null);
  const summaryId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { question } = props;
  const place = useMemo(
    () => ({ label: question, describedBy: summaryId, hidden, onHidden: setHidden }),
    [question, summaryId, hidden],
  );
  return (
    <Card
      title={props.question}
      description={props.origin}
      actions={
        <>
          {props.controls}
          {props.isEmpty ? null : (
            <div className="flex items-center gap-2">
              <Segmented
                label="Show as"
                value={shows}
                onChange={setShows}
                options={[
                  { value: 'chart', label: 'Chart' },
                  { value: 'table', label: 'Table' },
                ]}
              />
              <ChartMenu
                words={props}
                data={props.data}
                chart={drawn}
                isDrawn={shows === 'chart'}
                hidesSome={hidden.size > 0}
              />
            </div>
          )}
        </>
      }
    >
      {props.above}
      <p id={summaryId} className="mb-3 text-[0.8125rem] text-ink-soft">
        {keptFigures(props.summary)}
      </p>
      {props.isEmpty ? (
        <div
          className={`${HEIGHT} flex items-center justify-center rounded-md border border-line border-dashed`}
        >
          <p className="max-w-sm px-4 text-center text-[0.8125rem] text-ink-faint">{props.emptyText}</p>
        </div>
      ) : shows === 'chart' ? (
        <div ref={drawn} className={`${HEIGHT} w-full min-w-0`}>
          <ChartPlace value={place}>{props.chart}</ChartPlace>
        </div>
      ) : (
        <ScrollBox label={`${props.question} In numbers`} className={`${HEIGHT} fade-ends overflow-y-auto`}>
          {hidden.size > 0 ? (
            <p className="mb-2 text-ink-faint text-xs">
              The table and its files hold every series, those hidden in the chart too.
            </p>
          ) : null}
          {props.table ?? <DataTableView table={props.data} />}
        </ScrollBox>
      )}
      {props.isEmpty || shows === 'table' ? null : props.belowDrawing}
      {props.isEmpty ? null : props.below}
    </Card>
  );
}
