'use client';

import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';
import { ScrollBox } from './scroll-box';
import { useIsFlying } from './use-is-flying';

interface MeasuredListProps {
  readonly label: string;
  readonly count: number;
  /** Height of a row that was not drawn yet. */
  readonly rowHeight: number;
  readonly children: (index: number) => ReactNode;
  /** A row in a few words, while rows pass faster than they can be read. */
  readonly atAGlance: (index: number) => string;
  /** Rows that are drawn now, both ends included. */
  readonly onRange: (from: number, to: number) => void;
  /** The row to scroll to; another object scrolls again. */
  readonly target: { readonly index: number } | null;
  readonly className?: string;
}

const OVERSCAN = 3;
const RESTED_MS = 100;

/**
 * A virtual list whose rows have heights of their own: each row is measured when it is drawn. Cost: the rows in sight,
 * whatever the count.
 */
export function MeasuredList(props: MeasuredListProps) {
  const { count, rowHeight, onRange, target } = props;
  const boxRef = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => boxRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    isScrollingResetDelay: RESTED_MS,
    initialOffset: (target?.index ?? 0) * rowHeight,
  });
  const rows = virtualizer.getVirtualItems();
  const isJumping = useJump(virtualizer, target);
  const isFlying = useIsFlying(virtualizer) && !isJumping;
  const from = rows[0]?.index ?? 0;
  const to = rows.at(-1)?.index ?? 0;
  useEffect(() => onRange(from, to), [onRange, from, to]);
  return (
    <ScrollBox
      boxRef={boxRef}
      label={props.label}
      className={classNames('overflow-y-auto [overflow-anchor:none]', props.className)}
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {/* One shift for all rows: one for each row would be layered and painted by itself. */}
        <ol
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
        >
          {rows.map((row) => (
            <li
              key={row.key}
              ref={isFlying ? null : virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={count}
              aria-posinset={row.index + 1}
              className={
                isFlying
                  ? 'overflow-hidden border-line border-b px-4 py-3 text-ink-faint text-xs contain-strict'
                  : 'border-line border-b contain-content'
              }
              style={isFlying ? { height: row.size } : undefined}
            >
              {isFlying ? props.atAGlance(row.index) : props.children(row.index)}
            </li>
          ))}
        </ol>
      </div>
    </ScrollBox>
  );
}

/** Scrolls to the target. True until the list rests there: a jump is no wheel, and its rows are needed whole. */
function useJump(
  virtualizer: Virtualizer<HTMLElement, Element>,
  target: { readonly index: number } | null,
): boolean {
  const [arrivedAt, setArrivedAt] = useState<typeof target>(null);
  const wasScrolling = useRef(false);
  const { isScrolling } = virtualizer;
  useEffect(() => {
    if (target !== null) virtualizer.scrollToIndex(target.index, { align: 'start' });
  }, [virtualizer, target]);
  useEffect(() => {
    if (wasScrolling.current && !isScrolling) setArrivedAt(target);
    wasScrolling.current = isScrolling;
  }, [isScrolling, target]);
  return target !== null && arrivedAt !== target;
}
