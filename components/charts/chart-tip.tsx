import type { ReactNode } from 'react';

/** The tooltip of a point. */
export function ChartTip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-w-64 rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-raised">
      <p className="font-medium text-ink">{title}</p>
      <div className="numbers mt-0.5 text-ink-soft">{children}</div>
    </div>
  );
}

interface PointTipProps<Point> {
  readonly titleOf: (point: Point) => string;
  /** By default the label of the point. */
  readonly textOf?: (point: Point) => ReactNode;
  /** Given by the chart while the pointer is over a point. */
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: Partial<Point> }[];
}

/** Tooltip of one point; a line drawn from numbers alone has no label and no tooltip. */
export function PointTip<Point extends { readonly label: string }>(props: PointTipProps<Point>) {
  const { titleOf, textOf, active, payload } = props;
  const point = payload?.map((item) => item.payload).find((known) => known?.label) as Point | undefined;
  if (!active || !point) return null;
  return <ChartTip title={titleOf(point)}>{textOf ? textOf(point) : point.label}</ChartTip>;
}
