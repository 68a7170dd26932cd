'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string | number;
  readonly children: (item: Item) => ReactNode;
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  readonly onMore?: () => void;
}

const OVERSCAN = 12;

/** Draws only the rows in sight, and asks for the next page before the last one is reached. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, rowHeight, hasMore, isLoadingMore, onMore } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => boxRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  });
  const rows = virtualizer.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastIndex >= items.length - OVERSCAN) onMore?.();
  }, [hasMore, isLoadingMore, onMore, lastIndex, items.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div ref={boxRef} role="list" aria-label={props.label} tabIndex={0} className="h-[34rem] overflow-y-auto">
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <div
              key={props.keyOf(item)}
              role="listitem"
              aria-setsize={hasMore ? -1 : items.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0 border-line border-b"
              style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}
            >
              {props.children(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
