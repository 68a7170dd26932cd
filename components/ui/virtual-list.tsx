'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import { ScrollBox } from './scroll-box';
import { useIsFlying } from './use-is-flying';

interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string | number;
  readonly children: (item: Item) => ReactNode;
  /** A row in a few words, while rows fly by faster than anybody reads. */
  readonly atAGlance: (item: Item) => string;
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  readonly onMore?: () => void;
  /**
   * So many rows before the end of what is there the next page is asked for. Left out, so many that a fast wheel seldom
   * waits; fewer where a page holds few.
   */
  readonly ahead?: number;
  /** How high it is; left out, as high as a screen bears. */
  readonly className?: string;
  /** The row that is in sight at first; left out, the first one. */
  readonly startAt?: number;
}

/** Each row costs every frame of a fast wheel; so many, and a slow one meets no gap. */
const OVERSCAN = 4;
const AHEAD = 300;

/** So long without a turn of the wheel, and rows rest. */
const RESTED_MS = 100;
const RESTING = 'border-line border-b contain-strict';
const FLYING = 'truncate border-line border-b px-4 py-3 text-ink-faint contain-strict';

/** Draws only the rows in sight, and asks for the next page before the last one is reached. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, rowHeight, hasMore, isLoadingMore, onMore, ahead = AHEAD } = props;
  const boxRef = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => boxRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    isScrollingResetDelay: RESTED_MS,
    initialOffset: Math.max(0, (props.startAt ?? 0) - 2) * rowHeight,
  });
  const rows = virtualizer.getVirtualItems();
  const isFlying = useIsFlying(virtualizer);
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastIndex >= items.length - ahead) onMore?.();
  }, [hasMore, isLoadingMore, onMore, lastIndex, items.length, ahead]);
  return (
    <ScrollBox
      boxRef={boxRef}
      label={props.label}
      className={classNames('overflow-y-auto', props.className ?? 'h-[34rem]')}
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {/* One shift for all rows: one for each row would be layered and painted by itself. */}
        <ol
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
        >
          {rows.map((row) => {
            const item = items[row.index];
            if (item === undefined) return null;
            return (
              <li
                key={props.keyOf(item)}
                aria-setsize={hasMore ? -1 : items.length}
                aria-posinset={row.index + 1}
                className={isFlying ? FLYING : RESTING}
                style={{ height: rowHeight }}
              >
                {isFlying ? props.atAGlance(item) : props.children(item)}
              </li>
            );
          })}
        </ol>
      </div>
    </ScrollBox>
  );
}
