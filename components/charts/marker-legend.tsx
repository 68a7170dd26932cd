import { Symbols } from 'recharts';
import type { PointShape } from '@/lib/view/point-chart';
import { markColour } from './chart-style';

interface MarkerLegendProps {
  readonly series: readonly {
    readonly name: string;
    readonly colour: number;
    readonly shape: PointShape;
    readonly isFaint?: boolean;
  }[];
  /** Whether published values are drawn too. */
  readonly hasPublished: boolean;
}

/** Each series with the marker that the chart draws, in its order. */
export function MarkerLegend({ series, hasPublished }: MarkerLegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
      {series.map((one) => (
        <li key={one.name} className="flex items-center gap-1.5">
          <Marker shape={one.shape} fill={markColour(one)} />
          {one.name}
        </li>
      ))}
      {hasPublished ? (
        <li className="flex items-center gap-1.5 text-ink-faint">
          <Marker shape="cross" fill="none" />
          published, other hardware
        </li>
      ) : null}
    </ul>
  );
}

interface MarkerProps {
  readonly shape: PointShape | 'cross';
  readonly fill: string;
  /** Left out: none, but for markers that are not filled. */
  readonly stroke?: string;
}

export function Marker({ shape, fill, stroke }: MarkerProps) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className="shrink-0">
      <Symbols
        type={shape}
        cx={7}
        cy={7}
        size={60}
        fill={fill}
        stroke={stroke ?? (fill === 'none' ? 'var(--ink-faint)' : 'none')}
      />
    </svg>
  );
}
