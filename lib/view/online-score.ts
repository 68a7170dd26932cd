import type { RunState } from '@/lib/projection/run-state';
import { describeOrigin, type NumberOrigin } from './number-origin';
import { describeMeasurement, plural } from './numbers';
import { columnsNote, iterationName, newestColumns, type SeriesChart, SHARE_TICKS } from './series-chart';

/** The curve of windows of an online run; null where the run is none, or has closed no window yet. */
export function prepareOnlineScore(
  { online, leftOut }: Pick<RunState, 'online' | 'leftOut'>,
  origin: NumberOrigin,
): SeriesChart | null {
  const newest = online.at(-1);
  if (newest === undefined) return null;
  const windows = leftOut.online + online.length;
  const where = describeOrigin({ ...origin, split: 'train' });
  return {
    question: 'Score of training examples before they teach',
    origin: `${where}; each window measured once, before it is learned from${columnsNote(windows, 'windows')}`,
    summary: `Online score ${describeMeasurement(newest.soFar).whole} over ${plural(windows, 'window')}. It is no held-out score: the playbook changed on the way.`,
    xLabel: 'window (iteration)',
    yLabel: 'score, %',
    series: [
      { key: 'window', name: 'This window', colour: 'faint' },
      { key: 'soFar', name: 'All windows so far', colour: 1 },
    ],
    rows: newestColumns(online).map(({ iteration, examples, score, soFar }) => ({
      x: iterationName(iteration),
      values: { window: score.mean * 100, soFar: soFar.mean * 100 },
      note: `window ${describeMeasurement(score).whole} of ${plural(examples, 'example')}; so far ${describeMeasurement(soFar).whole}`,
    })),
    yTicks: SHARE_TICKS,
  };
}
