import { type PointerEvent, useRef } from 'react';
import { type ColumnWidths, withWidth } from '@/lib/view/column-widths';

interface ColumnResizerProps {
  readonly id: string;
  /** While it is dragged; null = it was let go of without a width. */
  readonly onDrag: (widths: ColumnWidths | null) => void;
  readonly onDrop: (widths: ColumnWidths) => void;
}

/**
 * The edge of a column's head, dragged for its width: the other columns keep what they measure at that moment. By
 * keyboard a width is set in the dialog of columns, so that no head needs a second stop.
 */
export function ColumnResizer({ id, onDrag, onDrop }: ColumnResizerProps) {
  const begun = useRef<{ readonly x: number; readonly widths: ColumnWidths } | null>(null);
  const widthsAt = ({ clientX }: PointerEvent): ColumnWidths | null =>
    begun.current &&
    withWidth(begun.current.widths, id, (begun.current.widths[id] ?? 0) + clientX - begun.current.x);
  return (
    <span
      aria-hidden
      title="Drag for another width; press twice for the widths as at first"
      className="absolute inset-y-1 right-0 w-2 cursor-col-resize touch-none rounded border-transparent border-r-2 hover:border-line-strong max-sm:hidden"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current = { x: event.clientX, widths: measured(event.currentTarget) };
      }}
      onPointerMove={(event) => {
        if (begun.current) onDrag(widthsAt(event));
      }}
      onPointerUp={(event) => {
        const widths = widthsAt(event);
        const hasMoved = begun.current !== null && begun.current.x !== event.clientX;
        begun.current = null;
        if (widths && hasMoved) onDrop(widths);
        else onDrag(null);
      }}
      onPointerCancel={() => {
        begun.current = null;
        onDrag(null);
      }}
      onDoubleClick={() => onDrop({})}
    />
  );
}

/** Widths of all heads by column id. A hidden head has no width. */
function measured(resizer: Element): ColumnWidths {
  const heads = resizer.closest('tr')?.querySelectorAll('th[data-column]') ?? [];
  return Object.fromEntries(
    [...heads].flatMap((head) => {
      const { width } = head.getBoundingClientRect();
      return width > 0 ? [[head.getAttribute('data-column'), Math.round(width)]] : [];
    }),
  );
}
