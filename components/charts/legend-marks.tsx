import { Symbols } from 'recharts';
import type { PointShape } from '@/lib/view/point-chart';

/** Mark before the name of a series, as drawn in the chart. */
export function Swatch({ fill }: { fill: string }) {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-xs" style={{ background: fill }} />;
}

interface LineMarkProps {
  readonly stroke: string;
  /** As SVG writes it; left out or empty: unbroken. */
  readonly dashes?: string | undefined;
  /** Shape of its points, if lines differ by shape. */
  readonly shape?: PointShape | undefined;
}

export function LineMark({ stroke, dashes, shape }: LineMarkProps) {
  return (
    <svg width="26" height="10" viewBox="0 0 26 10" aria-hidden="true" className="shrink-0">
      <line
        x1="0"
        x2="26"
        y1="5"
        y2="5"
        stroke={stroke}
        strokeWidth="2"
        strokeDasharray={dashes || undefined}
      />
      {shape === undefined ? null : <Symbols type={shape} cx={13} cy={5} size={48} fill={stroke} />}
    </svg>
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
