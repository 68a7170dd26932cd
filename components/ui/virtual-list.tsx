'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import { ScrollBox } from './scroll-box';

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string | number;
  readonly children: (item: Item) => ReactNode;
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  readonly onMore?: () => void;
  /** How high it is; left out, as high as a screen bears. */
  readonly className?: string;
  /** The row that is in sight at first; left out, the first one. */
  readonly startAt?: number;
}

const OVERSCAN = 12;
/** So many rows before the end of what is there the next page is asked for. */
const AHEAD = 60;

/** Draws only the rows in sight, and asks for the next page before the last one is reached. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, rowHeight, hasMore, isLoadingMore, onMore } = props;
  const boxRef = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => boxRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset: Math.max(0, (props.startAt ?? 0) - 2) * rowHeight,
  });
  const rows = virtualizer.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastIndex >= items.length - AHEAD) onMore?.();
  }, [hasMore, isLoadingMore, onMore, lastIndex, items.length]);
  return (
    <ScrollBox
      boxRef={boxRef}
      label={props.label}
      className={classNames('overflow-y-auto', props.className ?? 'h-[34rem]')}
    >
      <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              key={props.keyOf(item)}
              aria-setsize={hasMore ? -1 : items.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0 border-line border-b"
              style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}
            >
              {props.children(item)}
            </li>
          );
        })}
      </ol>
    </ScrollBox>
  );
}
