'use client';

import { DefaultZIndexes, useXAxisScale, useYAxisScale, ZIndexLayer } from 'recharts';
import type { ConvergencePoint } from '@/lib/view/convergence';

const RADIUS = 3;
/** Half the width of an interval's end. */
const END = 4;

/**
 * The points of a curve and their intervals, one path per kind: a long run has hundreds, and one element each would
 * slow the page down. Rendered inside the chart, whose scales it reads. Points are filled up to the best prompt, grey
 * and thin while the run waits for a better one. The best has its own mark.
 */
export function CurveMarks({ points }: { points: readonly ConvergencePoint[] }) {
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (xOf === undefined || yOf === undefined) return null;
  const placed = points.flatMap(({ x, score, interval, waits, isBest }) => {
    const [left, top] = [xOf(x), yOf(score)];
    if (left === undefined || top === undefined) return [];
    return [{ left, top, ends: interval?.map((end) => yOf(end) ?? top) ?? [], waits: waits > 0, isBest }];
  });
  const dots = (waits: boolean) =>
    placed
      .filter((point) => point.waits === waits && !point.isBest)
      .map(({ left, top }) => dotAt(left, top))
      .join('');
  return (
    <>
      <ZIndexLayer zIndex={DefaultZIndexes.line}>
        <path
          d={placed.map(({ left, ends }) => intervalAt(left, ends)).join('')}
          fill="none"
          stroke="var(--series-1)"
          strokeWidth={1.2}
          opacity={0.55}
        />
      </ZIndexLayer>
      <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
        <path d={dots(true)} fill="var(--surface)" stroke="var(--ink-faint)" strokeWidth={1.2} />
        <path d={dots(false)} fill="var(--surface)" stroke="var(--series-1)" strokeWidth={2} />
      </ZIndexLayer>
    </>
  );
}

const dotAt = (left: number, top: number) =>
  `M${left - RADIUS},${top}a${RADIUS},${RADIUS} 0 1,0 ${2 * RADIUS},0a${RADIUS},${RADIUS} 0 1,0 ${-2 * RADIUS},0`;

function intervalAt(left: number, [low, high]: readonly number[]): string {
  if (low === undefined || high === undefined) return '';
  return `M${left},${low}V${high}M${left - END},${low}h${2 * END}M${left - END},${high}h${2 * END}`;
}
