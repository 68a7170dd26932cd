'use client';

import { type ReactNode, useState } from 'react';
import { Card } from '@/components/ui/card';
import { ShowMore } from '@/components/ui/show-more';
import { tableOfRows } from '@/lib/view/list-rows';
import { ColumnTable, type ColumnTableProps } from './column-table';
import { TableDoor } from './table-door';

interface TableCardProps<Row> extends ColumnTableProps<Row> {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Reads all rows for a file, if the API pages them. */
  readonly readAll?: (() => Promise<readonly Row[]>) | undefined;
  /** Rows per "Show more"; by default all at once. */
  readonly page?: number;
  /** Scrolls in a box of its own: for a table of many rows between others. */
  readonly isBoxed?: boolean;
  /** Empty state without rows. */
  readonly empty?: ReactNode;
  readonly above?: ReactNode;
  readonly children?: ReactNode;
}

/** A table with a title of its own, and its rows, all of them, as a file. It does not know where they come from. */
export function TableCard<Row>(props: TableCardProps<Row>) {
  const { rows, page, isBoxed, empty, above, children } = props;
  const [shown, setShown] = useState(page ?? Number.POSITIVE_INFINITY);
  const hasRows = rows.length > 0 || empty === undefined;
  return (
    <Card
      flush
      title={props.title}
      description={props.description}
      actions={
        <>
          {props.actions}
          {rows.length > 0 ? <TableDoor name={props.caption} read={tableReader(props)} /> : null}
        </>
      }
    >
      {above}
      {hasRows ? (
        <div className={isBoxed ? 'fade-ends relative max-h-[26rem] overflow-y-auto' : undefined}>
          <ColumnTable {...props} rows={rows.slice(0, shown)} />
          <ShowMore
            hasMore={shown < rows.length}
            isLoading={false}
            onMore={() => setShown((before) => before + (page ?? 0))}
          />
        </div>
      ) : (
        empty
      )}
      {children}
    </Card>
  );
}

type Readable<Row> = Pick<TableCardProps<Row>, 'caption' | 'columns' | 'rows' | 'readAll'>;

/** Content of a table's file: every row, including rows not yet shown. */
export function tableReader<Row>({ caption, columns, rows, readAll }: Readable<Row>) {
  return async () => tableOfRows(caption, columns, readAll ? await readAll() : rows);
}
