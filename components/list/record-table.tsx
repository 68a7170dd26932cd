import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { HeadCell, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ColumnWidths } from '@/lib/view/column-widths';
import { nextSort, type RowSort } from '@/lib/view/list-rows';
import { ColumnGroup, sumOfWidths } from './column-group';
import { ColumnResizer } from './column-resizer';
import type { Column, Columns } from './record-column';
import { RecordRow, VirtualRows } from './record-rows';
import type { Selection } from './use-selection';

interface RecordTableProps<Item> {
  readonly caption: string;
  /** Visible columns in order. */
  readonly columns: Columns<Item>;
  readonly items: readonly Item[];
  readonly sort?: RowSort | null;
  /** Left out, the heads are words only. */
  readonly onSort?: (sort: RowSort | null) => void;
  /** Widths set by a person. */
  readonly widths?: ColumnWidths;
  /** Left out, columns are as wide as the list makes them. */
  readonly onWidths?: (widths: ColumnWidths) => void;
  /** Left out, no row can be chosen. */
  readonly selection?: Selection | undefined;
  /** Called when the last rows of a long list come into sight. */
  readonly onEnd?: () => void;
}

/** From so many rows on, only those in sight are drawn. */
const VIRTUAL_FROM = 100;
/** Cuts off cells at the edge of a narrowed column. */
const CUT = 'table-fixed [&_td]:overflow-clip [&_th]:overflow-clip';

/** On a phone the rows are blocks (`record-rows`). */
const BLOCKS = 'max-sm:block max-sm:[&>tbody]:block';
/** The heads of a phone are a line that scrolls, for what people sort by and for the box that chooses all. */
const HEAD_LINE =
  'max-sm:[&>thead]:block max-sm:[&>thead]:overflow-x-auto max-sm:[&>thead>tr]:flex max-sm:[&_th:has(>input)]:order-first';
const SORT_BY =
  "max-sm:[&>thead>tr]:before:self-center max-sm:[&>thead>tr]:before:whitespace-nowrap max-sm:[&>thead>tr]:before:pl-4 max-sm:[&>thead>tr]:before:content-['Sort_by']";
const NO_HEADS = 'max-sm:[&>thead]:sr-only';

/** A row a record. It does not know where the records come from. */
export function RecordTable<Item extends { readonly id: string }>(props: RecordTableProps<Item>) {
  const { columns, items, selection } = props;
  return (
    <SizedTable {...props}>
      {items.length < VIRTUAL_FROM ? (
        <TableBody>
          {items.map((item) => (
            <RecordRow key={item.id} item={item} columns={columns} selection={selection} />
          ))}
        </TableBody>
      ) : (
        <VirtualRows
          {...{ items, columns, selection, onEnd: props.onEnd }}
          span={columns.length + (selection ? 1 : 0)}
        />
      )}
    </SizedTable>
  );
}

/** Heads and widths. Its rows come from without, so that a width under way draws none of them again. */
function SizedTable<Item>(props: RecordTableProps<Item> & { readonly children: ReactNode }) {
  const { columns, items, selection, onWidths } = props;
  const [dragged, setDragged] = useState<ColumnWidths | null>(null);
  const widths = dragged ?? props.widths ?? {};
  const isSet = columns.some(({ id }) => widths[id] !== undefined);
  const isFixed = isSet || columns.some(({ width }) => width !== undefined);
  const heads = props.onSort || selection ? classNames(HEAD_LINE, props.onSort && SORT_BY) : NO_HEADS;
  return (
    <Table
      caption={props.caption}
      className={classNames(BLOCKS, heads, isSet ? CUT : isFixed && 'table-fixed')}
      {...(isSet ? { minWidth: sumOfWidths(columns, widths, selection !== undefined) } : {})}
    >
      {isFixed ? (
        <ColumnGroup columns={columns} widths={widths} isSet={isSet} hasBox={selection !== undefined} />
      ) : null}
      <TableHead>
        {selection ? (
          <HeadCell className="pr-0">
            <input
              type="checkbox"
              aria-label="Choose all rows that are loaded"
              className="block size-4 accent-honey"
              checked={selection.ids.length === items.length}
              onChange={(event) => selection.setAll(event.target.checked)}
            />
          </HeadCell>
        ) : null}
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} sort={props.sort ?? null} onSort={props.onSort}>
            {onWidths ? (
              <ColumnResizer
                id={column.id}
                onDrag={setDragged}
                onDrop={(next) => {
                  setDragged(null);
                  onWidths(next);
                }}
              />
            ) : null}
          </ColumnHead>
        ))}
      </TableHead>
      {props.children}
    </Table>
  );
}

interface ColumnHeadProps<Item> {
  readonly column: Column<Item>;
  readonly sort: RowSort | null;
  readonly onSort: RecordTableProps<Item>['onSort'];
  readonly children: ReactNode;
}

function ColumnHead<Item>({ column, sort, onSort, children }: ColumnHeadProps<Item>) {
  const { id, label, numeric } = column;
  const own = sort?.id === id ? sort : null;
  const Icon = own ? (own.isDown ? ArrowDown : ArrowUp) : ArrowUpDown;
  return (
    <HeadCell
      numeric={numeric ?? false}
      className="relative"
      data-column={id}
      aria-sort={own ? (own.isDown ? 'descending' : 'ascending') : undefined}
    >
      {onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, id))}
          className={classNames(
            'group inline-flex max-w-full items-center gap-1 rounded align-top hover:text-ink',
            // The words end where the numbers below them end.
            numeric && 'flex-row-reverse',
            own && 'text-ink',
          )}
        >
          <span className="truncate">{label}</span>
          <Icon
            aria-hidden
            className={classNames(
              'size-3 shrink-0',
              !own && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60 max-sm:opacity-60',
            )}
          />
        </button>
      ) : (
        label
      )}
      {children}
    </HeadCell>
  );
}
