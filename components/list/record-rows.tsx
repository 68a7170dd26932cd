'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Cell, Row, TableBody } from '@/components/ui/table';
import type { Columns } from './record-column';
import type { Selection } from './use-selection';

interface RowsProps<Item> {
  readonly columns: Columns<Item>;
  readonly selection: Selection | undefined;
}

interface RecordRowProps<Item> extends RowsProps<Item> {
  readonly item: Item;
  /** Index and measuring callback of a virtual row. */
  readonly index?: number;
  readonly measure?: (row: HTMLTableRowElement | null) => void;
}

/** On a phone a row is the name of the record, and below it a line of its other values with their heads. */
const LINES = 'max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-4 max-sm:gap-y-1 max-sm:p-4';
const HEADED =
  'max-sm:p-0! max-sm:text-left max-sm:before:mr-1.5 max-sm:before:text-ink-faint max-sm:before:content-[attr(data-head)]';

export function RecordRow<Item extends { readonly id: string }>(props: RecordRowProps<Item>) {
  const { item, columns, selection, index, measure } = props;
  const [name, ...others] = columns;
  const isChosen = selection?.ids.includes(item.id) ?? false;
  return (
    <Row
      ref={measure}
      data-id={item.id}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={classNames(LINES, isChosen && 'bg-honey-wash')}
    >
      {selection ? (
        <Cell className="pr-0 max-sm:p-0!">
          <input
            type="checkbox"
            aria-label={`Choose ${String(name.data[0].of(item))}`}
            className="block size-4 accent-honey"
            checked={isChosen}
            onChange={({ nativeEvent }) =>
              selection.toggle(item.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </Cell>
      ) : null}
      <Cell className={classNames(name.className, 'max-sm:grow max-sm:basis-3/4 max-sm:p-0!')}>
        {name.cell(item)}
      </Cell>
      {others.map(({ id, label, numeric, className, cell }) => (
        <Cell key={id} data-head={label} numeric={numeric ?? false} className={classNames(className, HEADED)}>
          {cell(item)}
        </Cell>
      ))}
    </Row>
  );
}

interface VirtualRowsProps<Item> extends RowsProps<Item> {
  readonly items: readonly Item[];
  /** Cells of a row. */
  readonly span: number;
  readonly onEnd: (() => void) | undefined;
}

const ROW_PX = 53;
const OVERSCAN = 10;

/** The page scrolls, not a box of its own; rows out of sight are replaced by two rows of their total height. */
export function VirtualRows<Item extends { readonly id: string }>(props: VirtualRowsProps<Item>) {
  const { items, columns, selection, span, onEnd } = props;
  const topRef = useRef<HTMLTableRowElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = topRef.current;
    if (top) setScrollMargin(top.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0];
  const last = rows.at(-1);
  const isAtEnd = last !== undefined && last.index >= items.length - OVERSCAN;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  return (
    <TableBody>
      <tr ref={topRef} aria-hidden>
        <td colSpan={span} style={{ height: first ? first.start - scrollMargin : 0, padding: 0 }} />
      </tr>
      {rows.map(({ index, key }) => {
        const item = items[index];
        return item === undefined ? null : (
          <RecordRow
            key={key}
            item={item}
            columns={columns}
            selection={selection}
            index={index}
            measure={virtualizer.measureElement}
          />
        );
      })}
      <tr aria-hidden>
        <td
          colSpan={span}
          style={{
            height: virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin),
            padding: 0,
          }}
        />
      </tr>
    </TableBody>
  );
}
