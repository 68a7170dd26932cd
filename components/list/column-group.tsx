import type { ColumnWidths } from '@/lib/view/column-widths';
import type { Column, Columns } from './record-column';

/** In rem. */
const WIDTH = 9;
const BOX_WIDTH = 2.75;

interface ColumnGroupProps<Item> {
  readonly columns: Columns<Item>;
  readonly widths: ColumnWidths;
  /** True if a person has set a width. */
  readonly isSet: boolean;
  /** Whether rows can be chosen by a box before them. */
  readonly hasBox: boolean;
}

/** With custom widths, the last column and columns without a width share the remaining space. */
export function ColumnGroup<Item>({ columns, widths, isSet, hasBox }: ColumnGroupProps<Item>) {
  return (
    <colgroup>
      {hasBox ? <col style={{ width: `${BOX_WIDTH}rem` }} /> : null}
      {columns.map((column, at) => (
        <col
          key={column.id}
          style={{ width: isSet && at === columns.length - 1 ? undefined : widthOf(column, widths) }}
        />
      ))}
    </colgroup>
  );
}

function widthOf<Item>({ id, width = WIDTH }: Column<Item>, widths: ColumnWidths): string {
  return widths[id] === undefined ? `${width}rem` : `${widths[id]}px`;
}

/** A table that is wider than its box scrolls in it; one that is narrower fills it. */
export function sumOfWidths<Item>(columns: Columns<Item>, widths: ColumnWidths, hasBox: boolean): string {
  const all = columns.map((column) => widthOf(column, widths));
  return `calc(${[...all, hasBox ? `${BOX_WIDTH}rem` : '0px'].join(' + ')})`;
}
