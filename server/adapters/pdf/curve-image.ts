import { type CurveBlock, curveRange } from '@/lib/domain/report-document';
import { evenTicks } from '@/lib/stats/even-ticks';
import type { Letters } from './letters';
import { COLOURS } from './look';

/** A curve with its intervals as a drawing of vectors (SVG). Every text in it is escaped. Knows nothing of pages. */
const WIDTH = 499;
/** Height of the legend, drawn below the axis for several series. */
const LEGEND = 12;
const HEIGHT = 152;
const BOX = { left: 42, right: 489, top: 8, bottom: 124 };
const SERIES = ['#b45309', '#1d4ed8', '#047857', '#7c3aed'] as const;
const DASHES = ['', '5 3', '2 2', '7 2 2 2'] as const;

interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
}

/** Null where nothing was measured: then there is nothing to draw. */
export function curveImage(curve: CurveBlock, letters: Letters): string | null {
  const scales = scalesOf(curve);
  if (scales === null) return null;
  const write = writer(letters);
  const several = curve.series.length > 1;
  const height = HEIGHT + (several ? LEGEND : 0);
  const body = [
    ...axes(curve, scales, write),
    ...levels(curve, scales, write),
    ...curve.series.map((series, index) => drawSeries(series.points, scales, index)),
    ...(several ? legend(curve, write) : []),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">${body.join('')}</svg>`;
}

function scalesOf(curve: CurveBlock): Scales | null {
  const range = curveRange(curve);
  if (range === null) return null;
  const xTicks = evenTicks(Math.min(0, range.x[0]), Math.max(range.x[1], range.x[0] + 1));
  const room = Math.max((range.y[1] - range.y[0]) * 0.05, 1e-3);
  const yTicks = evenTicks(range.y[0] - room, range.y[1] + room);
  const scale = (ticks: readonly number[], from: number, to: number) => {
    const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
    return (value: number) => round(from + ((value - low) / (high - low)) * (to - from));
  };
  return { x: scale(xTicks, BOX.left, BOX.right), y: scale(yTicks, BOX.bottom, BOX.top), xTicks, yTicks };
}

type Write = (text: string, at: TextPlace) => string;

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly turn?: boolean;
}

function writer(letters: Letters): Write {
  return (text, { x, y, anchor = 'start', turn }) => {
    const spans = letters
      .pieces(text)
      .map((piece) => `<tspan font-family="${piece.font}">${escapeXml(piece.text)}</tspan>`)
      .join('');
    const turned = turn ? ` transform="rotate(-90 ${x} ${y})"` : '';
    return `<text x="${x}" y="${y}" font-size="7.5" fill="${COLOURS.soft}" text-anchor="${anchor}"${turned}>${spans}</text>`;
  };
}

function axes(curve: CurveBlock, { x, y, xTicks, yTicks }: Scales, write: Write): string[] {
  const middle = (BOX.top + BOX.bottom) / 2;
  return [
    ...yTicks.map(
      (tick) =>
        stroke([BOX.left, y(tick)], [BOX.right, y(tick)], COLOURS.line, 'stroke-width="0.5"') +
        write(tickText(tick), { x: BOX.left - 5, y: y(tick) + 2.6, anchor: 'end' }),
    ),
    stroke([BOX.left, BOX.bottom], [BOX.right, BOX.bottom], COLOURS.strong, 'stroke-width="0.8"'),
    ...xTicks.map(
      (tick) =>
        stroke([x(tick), BOX.bottom], [x(tick), BOX.bottom + 3], COLOURS.strong, 'stroke-width="0.8"') +
        write(tickText(tick), { x: x(tick), y: BOX.bottom + 12, anchor: 'middle' }),
    ),
    write(curve.xLabel, { x: (BOX.left + BOX.right) / 2, y: BOX.bottom + 24, anchor: 'middle' }),
    write(curve.yLabel, { x: 10, y: middle, anchor: 'middle', turn: true }),
  ];
}

function levels(curve: CurveBlock, { y }: Scales, write: Write): string[] {
  return (curve.lines ?? []).map(
    (line) =>
      stroke(
        [BOX.left, y(line.y)],
        [BOX.right, y(line.y)],
        COLOURS.soft,
        'stroke-width="0.8" stroke-dasharray="4 3"',
      ) + write(line.name, { x: BOX.right, y: y(line.y) - 3, anchor: 'end' }),
  );
}

function drawSeries(points: CurveBlock['series'][number]['points'], { x, y }: Scales, index: number): string {
  const colour = colourOf(index);
  const path = points.map((point) => `${x(point.x)},${y(point.y)}`).join(' ');
  const bars = points.flatMap((point) => {
    if (point.lower === null || point.upper === null) return [];
    const [at, low, high] = [x(point.x), y(point.lower), y(point.upper)];
    const thin = 'stroke-width="0.8" stroke-opacity="0.6"';
    return [
      stroke([at, low], [at, high], colour, thin),
      stroke([at - 2, low], [at + 2, low], colour, thin),
      stroke([at - 2, high], [at + 2, high], colour, thin),
    ];
  });
  const dots = points.map(
    (point) =>
      `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="2.2" fill="#ffffff" stroke="${colour}" stroke-width="1.2"/>`,
  );
  const line = `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.4"${dashOf(index)}/>`;
  return [...bars, line, ...dots].join('');
}

/** Side by side below the axis; names are cut, the table beside the curve has them whole. */
function legend(curve: CurveBlock, write: Write): string[] {
  const step = (BOX.right - BOX.left) / curve.series.length;
  const room = Math.max(4, Math.floor(step / 4.4) - 5);
  return curve.series.map(({ name }, index) => {
    const left = round(BOX.left + index * step);
    const text = name.length > room ? `${name.slice(0, room - 1)}…` : name;
    const at = HEIGHT + LEGEND - 4;
    return (
      stroke([left, at - 2.5], [left + 14, at - 2.5], colourOf(index), `stroke-width="1.4"${dashOf(index)}`) +
      write(text, { x: left + 18, y: at })
    );
  });
}

const colourOf = (index: number) => SERIES[index % SERIES.length] ?? SERIES[0];
const dashOf = (index: number) => {
  const dash = DASHES[index % DASHES.length] ?? '';
  return dash === '' ? '' : ` stroke-dasharray="${dash}"`;
};

type At = readonly [number, number];
const stroke = ([x1, y1]: At, [x2, y2]: At, colour: string, more: string) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}" ${more}/>`;

const round = (value: number) => Number(value.toFixed(2));
const tickText = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
