import type { BatchFitChart } from './batch-fit';
import { plural } from './numbers';
import { iterationName, newestColumns, type SeriesChart } from './series-chart';
import { evenTicks } from './ticks';

/** What the law of the delays does not explain: how far each iteration lies off the line, in its order. */
export function prepareResiduals({ points }: BatchFitChart, origin: string): SeriesChart {
  const known = points.flatMap((point) =>
    point.offLine === null ? [] : [{ ...point, off: point.offLine * 100 }],
  );
  const rows = newestColumns(known).map(({ iteration, off, tainted, size }) => ({
    x: iterationName(iteration),
    values: { clean: tainted ? null : off, tainted: tainted ? off : null },
    note: `batch size ${size}${tainted ? ', cut by a pause or crash' : ''}`,
  }));
  const offs = known.map(({ off }) => off);
  return {
    question: 'What does the line not explain?',
    origin: `${origin}; above 0 took longer than the line says`,
    summary: summaryOf(known.filter(({ tainted }) => !tainted).map(({ off }) => off)),
    xLabel: 'iteration',
    yLabel: 'off the line, %',
    series: [
      { key: 'clean', name: 'whole iteration', colour: 1 },
      { key: 'tainted', name: 'cut, not in the fit', colour: 'ink' },
    ],
    rows,
    yTicks: evenTicks(Math.min(-10, ...offs), Math.max(10, ...offs)),
  };
}

/** Fewer than these in each half tell no drift from chance. */
const HALF_MIN = 4;
/** A drift below this is not worth a sentence, in per cent of the line. */
const DRIFT_MIN = 10;

function summaryOf(offs: readonly number[]): string {
  if (offs.length === 0) return 'No line was fitted, so nothing lies off it.';
  const typical = middle(offs.map(Math.abs));
  return `Half of ${plural(offs.length, 'iteration')} lie within ${typical.toFixed(0)} % of the line.${drift(offs)}`;
}

/** Whether the second half lies elsewhere than the first, by more than either is spread. */
function drift(offs: readonly number[]): string {
  const half = Math.floor(offs.length / 2);
  if (half < HALF_MIN) return '';
  const early = offs.slice(0, half);
  const late = offs.slice(half);
  const [before, after] = [average(early), average(late)];
  const spread = middle([
    ...early.map((off) => Math.abs(off - before)),
    ...late.map((off) => Math.abs(off - after)),
  ]);
  const moved = after - before;
  if (Math.abs(moved) < Math.max(DRIFT_MIN, 2 * spread)) return '';
  return ` Later iterations lie ${Math.abs(moved).toFixed(0)} points ${moved > 0 ? 'higher' : 'lower'} than earlier ones: conditions changed.`;
}

const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
