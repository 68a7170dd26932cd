import { type PointerEvent, useState } from 'react';
import {
  bandOf,
  type LineGroup,
  type ParallelAxis,
  type ParallelLine,
  type ParallelChart as Prepared,
  rangeBetween,
  shareOf,
  type ValueRange,
  type ValueRanges,
} from '@/lib/view/parallel-chart';
import { ChartBody } from './chart-body';
import { seriesColour } from './chart-style';
import { LineMark } from './legend-marks';

interface ParallelChartProps {
  readonly chart: Prepared;
  readonly ranges: ValueRanges;
  /** Null = the axis has no range any more. */
  readonly onRange: (key: string, range: ValueRange | null) => void;
}

/** In per cent of the drawing: room for the names above, and for what has no value below. */
const TOP = 14;
const BOTTOM = 86;
const MISSING = 95;
const EDGE = { left: 6, right: 8 };
/** How wide the place on an axis is that takes a finger. */
const GRIP = 28;
/** A shorter stroke is a click: it takes the range away. */
const STROKE_MIN = 0.03;
/** Longer names would run over the next axis; the legend has them whole. */
const LABEL_MAX = 11;

const heightAt = (share: number) => BOTTOM - share * (BOTTOM - TOP);
const percent = (value: number) => `${value.toFixed(2)}%`;

/** A line a thing across upright axes; a stroke along an axis chooses a range, and what lies outside is faint. */
export function ParallelChart({ chart, ranges, onRange }: ParallelChartProps) {
  const step = (100 - EDGE.left - EDGE.right) / Math.max(1, chart.axes.length - 1);
  const xs = chart.axes.map((_, index) => EDGE.left + index * step);
  const groups = new Map(chart.groups.map((group) => [group.name, group]));
  return (
    <ChartBody
      legend={chart.groups.map(({ name, colour, dashes }) => ({
        ...{ key: name, name, mark: <LineMark stroke={seriesColour(colour)} dashes={dashes} /> },
      }))}
    >
      {(isShown) => (
        <svg className="h-full w-full select-none overflow-visible" aria-hidden="true">
          {chart.lines
            .filter(({ group }) => isShown(group))
            .sort(withinLast)
            .map((line) => (
              <Trail key={line.key} line={line} axes={chart.axes} xs={xs} group={groups.get(line.group)} />
            ))}
          {chart.hasMissing ? <MissingRow /> : null}
          {chart.axes.map((axis, index) => (
            <AxisDrawing
              key={axis.key}
              axis={axis}
              x={xs[index] ?? 0}
              range={ranges[axis.key]}
              onRange={(range) => onRange(axis.key, range)}
            />
          ))}
        </svg>
      )}
    </ChartBody>
  );
}

/** Drawn over the faint ones. */
const withinLast = (a: ParallelLine, b: ParallelLine) => Number(a.isWithin) - Number(b.isWithin);

interface TrailProps {
  readonly line: ParallelLine;
  readonly axes: readonly ParallelAxis[];
  readonly xs: readonly number[];
  readonly group: LineGroup | undefined;
}

function Trail({ line, axes, xs, group }: TrailProps) {
  const ys = axes.map((axis, index) => {
    const value = line.values[index] ?? null;
    return value === null ? MISSING : heightAt(shareOf(axis, value));
  });
  return (
    <g
      stroke={group === undefined || !line.isWithin ? 'var(--ink-faint)' : seriesColour(group.colour)}
      strokeWidth={line.isWithin ? 1.5 : 1}
      strokeOpacity={line.isWithin ? 0.9 : 0.18}
      {...(group?.dashes ? { strokeDasharray: group.dashes } : {})}
    >
      <title>{line.label}</title>
      {axes.slice(1).map((axis, index) => (
        <line
          key={axis.key}
          x1={percent(xs[index] ?? 0)}
          x2={percent(xs[index + 1] ?? 0)}
          y1={percent(ys[index] ?? MISSING)}
          y2={percent(ys[index + 1] ?? MISSING)}
        />
      ))}
    </g>
  );
}

function MissingRow() {
  return (
    <>
      <line
        x1={percent(EDGE.left)}
        x2={percent(100 - EDGE.right)}
        y1={percent(MISSING)}
        y2={percent(MISSING)}
        stroke="var(--line-strong)"
        strokeDasharray="2 4"
      />
      <text x="100%" y={percent(MISSING)} dy={-4} {...LABEL} textAnchor="end">
        none
      </text>
    </>
  );
}

const LABEL = {
  fontSize: 10,
  fill: 'var(--ink-soft)',
  // A rim of the surface keeps the label readable on the lines that cross it.
  stroke: 'var(--surface)',
  strokeWidth: 3,
  paintOrder: 'stroke',
} as const;

interface AxisDrawingProps {
  readonly axis: ParallelAxis;
  readonly x: number;
  readonly range: ValueRange | undefined;
  readonly onRange: (range: ValueRange | null) => void;
}

function AxisDrawing({ axis, x, range, onRange }: AxisDrawingProps) {
  const [stroke, setStroke] = useState<readonly [number, number] | null>(null);
  const band = stroke ?? (range === undefined ? null : bandOf(axis, range));
  const end = () => {
    if (stroke === null) return;
    setStroke(null);
    const [from, to] = stroke;
    onRange(Math.abs(from - to) < STROKE_MIN ? null : rangeBetween(axis, from, to));
  };
  return (
    <g>
      <line
        x1={percent(x)}
        x2={percent(x)}
        y1={percent(TOP)}
        y2={percent(BOTTOM)}
        stroke="var(--line-strong)"
      />
      {band === null ? null : <Band x={x} from={Math.min(...band)} to={Math.max(...band)} />}
      <text x={percent(x)} y={percent(TOP)} dy={-16} {...LABEL} fontSize={11} textAnchor="middle">
        {axis.name}
      </text>
      {axis.ticks.map(({ value, label }) => (
        <text key={value} x={percent(x)} y={percent(heightAt(shareOf(axis, value)))} dx={4} dy={3} {...LABEL}>
          {label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX - 1)}…` : label}
        </text>
      ))}
      <rect
        x={percent(x)}
        y="0"
        width={GRIP}
        height={percent(BOTTOM + 3)}
        transform={`translate(${-GRIP / 2} 0)`}
        fill="transparent"
        className="cursor-crosshair touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const share = shareUnder(event);
          setStroke([share, share]);
        }}
        onPointerMove={(event) => {
          if (stroke !== null) setStroke([stroke[0], shareUnder(event)]);
        }}
        onPointerUp={end}
        onPointerCancel={() => setStroke(null)}
      />
    </g>
  );
}

/** A band a little wider than a value is high, so that one named place can be seen to be chosen. */
function Band({ x, from, to }: { x: number; from: number; to: number }) {
  return (
    <rect
      x={percent(x)}
      y={percent(heightAt(to) - 1)}
      width={10}
      height={percent(heightAt(from) - heightAt(to) + 2)}
      transform="translate(-5 0)"
      rx={2}
      fill="var(--honey)"
      fillOpacity={0.35}
      stroke="var(--ink)"
      strokeWidth={1}
    />
  );
}

/** How far up the axis the pointer is. */
function shareUnder({ clientY, currentTarget }: PointerEvent<SVGRectElement>): number {
  const box = currentTarget.ownerSVGElement?.getBoundingClientRect();
  if (box === undefined || box.height === 0) return 0;
  const y = ((clientY - box.top) / box.height) * 100;
  return Math.min(1, Math.max(0, (BOTTOM - y) / (BOTTOM - TOP)));
}
