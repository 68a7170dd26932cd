import type { CurveComparison } from '@/lib/contracts/curves';
import type { ImportedRunPreviewView } from '@/lib/contracts/run-imports';
import { methodWords } from '@/lib/domain/method-words';
import type { ConvergenceAxis } from './convergence-axis';
import { CURVE_AXES, type CurvePoint, type SpentAxis } from './curve-axis';
import { type CurveUnit, describeCurves, describePoint, SEEN_WORDS } from './curve-words';
import { IMPORTED_LABEL, SCORED_WORDS } from './imported-run-words';
import { COLOURS, IMPORTED_LOOK, type LineLook, lineLook } from './line-look';
import { describeOrigin } from './number-origin';
import type { PointShape } from './point-chart';
import { evenTicks } from './ticks';

/** Scores over what had been seen, a line a run. Imported lines are dashed and say what they are. */
export interface CurveChart {
  readonly series: readonly CurveSeries[];
  readonly xLabel: string;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  /** Left out: percent. */
  readonly yUnit?: string;
  readonly yLabel?: string;
  /** Horizontal lines with their names. */
  readonly levels?: readonly { readonly name: string; readonly y: number }[];
  readonly summary: string;
}

export interface CurveSeries {
  readonly key: string;
  readonly name: string;
  readonly origin: string;
  readonly isImported: boolean;
  readonly colour: 1 | 2 | 3 | 4;
  /** Marks of this shape that no line joins; left out: a line. */
  readonly shape?: PointShape;
  /** Look of the line; colours repeat from the fifth series on, with another line style and another mark. */
  readonly look?: LineLook;
  readonly dots: readonly CurveDot[];
}

export interface CurveDot {
  readonly x: number;
  /** In percent, like the axis. */
  readonly score: number;
  readonly error: readonly [number, number] | undefined;
  readonly series: string;
  readonly label: string;
}

/** More dots than these cannot be told apart, and each costs the browser time. */
const DOTS_MAX = 400;

interface Curve {
  readonly key: string;
  readonly name: string;
  readonly origin: string;
  readonly isImported: boolean;
  readonly unit: CurveUnit;
  readonly points: readonly CurvePoint[];
}

export function prepareComparedCurves(
  { own, imported }: CurveComparison,
  axis: ConvergenceAxis = 'rollouts',
): CurveChart {
  const curves: readonly Curve[] = [
    ...own.map(
      (run): Curve => ({
        key: run.runId,
        name: run.label,
        origin: describeOrigin(run),
        isImported: false,
        unit: run.seenUnit,
        points: run.points,
      }),
    ),
    ...imported.map(
      (run): Curve => ({
        key: run.id,
        name: run.name,
        origin: `${methodWords(run.method)} · ${SCORED_WORDS[run.scoredOn]} · ${IMPORTED_LABEL}`,
        isImported: true,
        unit: run.seenUnit,
        points: run.points,
      }),
    ),
  ];
  return axis === 'rollouts' ? prepare(curves) : prepareAlong(curves, axis);
}

/** A curve whose points do not say how far along they are is named and not drawn. */
function prepareAlong(curves: readonly Curve[], axis: SpentAxis): CurveChart {
  const { label, of } = CURVE_AXES[axis];
  const placed = curves.map((curve) => ({
    ...curve,
    points: curve.points.filter((point) => of(point) !== null),
  }));
  const silent = curves.filter(({ points }, at) => points.length > 0 && placed[at]?.points.length === 0);
  const chart = prepare(placed, { label, of: (point) => of(point) ?? 0 });
  if (silent.length === 0) return chart;
  const names = silent.map(({ name }) => `“${name}”`).join(', ');
  return {
    ...chart,
    summary: `${chart.summary} Not drawn, since nothing is known of it along this axis: ${names}.`,
  };
}

/** One imported run alone: as found in files, or as kept. */
export function prepareImportedCurve(
  run: NonNullable<ImportedRunPreviewView['run']>,
  name: string,
): CurveChart {
  const origin = `${SCORED_WORDS[run.scoredOn]} · ${IMPORTED_LABEL}`;
  return prepare([
    { key: 'imported', name, origin, isImported: true, unit: run.seenUnit, points: run.points },
  ]);
}

interface Along {
  readonly label: string;
  of(point: CurvePoint): number;
}

/** Without `along`, over what each had seen in its own unit. */
function prepare(curves: readonly Curve[], along?: Along): CurveChart {
  const drawn = curves.filter(({ points }) => points.length > 0);
  const units = new Set(drawn.map(({ unit }) => unit));
  const [unit] = units;
  const xOf = along ? along.of : ({ seen }: CurvePoint) => seen;
  const series = drawn.map((curve, index) =>
    seriesOf(curve, index, { xOf, namesUnit: along === undefined && units.size > 1 }),
  );
  const dots = series.flatMap((one) => one.dots);
  return {
    series,
    xLabel:
      along?.label ??
      (units.size === 1 && unit ? SEEN_WORDS[unit] : 'seen so far, each line in its own unit'),
    xTicks: evenTicks(0, Math.max(along ? LEAST : 1, ...dots.map(({ x }) => x))),
    yTicks: scoreTicks(dots),
    summary: describeCurves(drawn),
  };
}

/** The end of an axis of which nothing is known yet. */
const LEAST = 0.01;

interface SeriesWays {
  readonly xOf: (point: CurvePoint) => number;
  readonly namesUnit: boolean;
}

function seriesOf(curve: Curve, index: number, { xOf, namesUnit }: SeriesWays): CurveSeries {
  const name = namesUnit ? `${curve.name} (${SEEN_WORDS[curve.unit]})` : curve.name;
  return {
    key: curve.key,
    name,
    origin: curve.origin,
    isImported: curve.isImported,
    colour: ((index % COLOURS) + 1) as CurveSeries['colour'],
    look: curve.isImported ? IMPORTED_LOOK : lineLook(index),
    dots: thinned(curve.points).map((point) => ({
      x: xOf(point),
      score: point.score * 100,
      error:
        point.lower === null || point.upper === null
          ? undefined
          : [(point.score - point.lower) * 100, (point.upper - point.score) * 100],
      series: name,
      label: describePoint(point, curve.unit),
    })),
  };
}

/** Evenly chosen, the first and the last always among them. */
function thinned(points: readonly CurvePoint[]): readonly CurvePoint[] {
  if (points.length <= DOTS_MAX) return points;
  const step = (points.length - 1) / (DOTS_MAX - 1);
  return Array.from({ length: DOTS_MAX }, (_, index) => points[Math.round(index * step)]).flatMap(
    (point) => point ?? [],
  );
}

/** The axis keeps every interval inside, and stays inside 0..100. */
function scoreTicks(dots: readonly CurveDot[]): readonly number[] {
  if (dots.length === 0) return [0, 50, 100];
  const low = Math.min(...dots.map(({ score, error }) => score - (error?.[0] ?? 0))) - 2;
  const high = Math.max(...dots.map(({ score, error }) => score + (error?.[1] ?? 0))) + 2;
  return evenTicks(Math.max(0, low), Math.min(100, high));
}
