import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mergeColumns } from '@/lib/view/merged-columns';
import type { SeriesChart, SeriesRow } from '@/lib/view/series-chart';
import { ChartPlace } from './chart-place';
import { ColumnChart } from './column-chart';

beforeEach(() => {
  const box = new DOMRect(0, 0, 600, 300);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(box.width);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(box.height);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function drawnOf(rows: readonly SeriesRow[]) {
  const chart: SeriesChart = {
    ...{ question: 'Why?', origin: 'train', summary: 'So.', xLabel: 'x', yLabel: 'y', yTicks: [0, 5, 10] },
    series: [
      { key: 'planned', name: 'planned', colour: 'ink' },
      { key: 'used', name: 'used', colour: 1 },
    ],
    rows,
  };
  const { container } = render(
    <ChartPlace value={{ label: 'Why?', describedBy: 'd', hidden: new Set(), onHidden: vi.fn() }}>
      <ColumnChart chart={chart} />
    </ChartPlace>,
  );
  await waitFor(() => expect(container.querySelector('.recharts-bar-rectangle')).toBeTruthy());
  return [...container.querySelectorAll('.recharts-bar-rectangle path')].map((bar) => ({
    width: Number(bar.getAttribute('width')),
    height: Number(bar.getAttribute('height')),
    isLight: bar.getAttribute('fill-opacity') !== '1',
  }));
}

const pair = (at: number): SeriesRow => ({
  x: String(at + 1),
  values: { planned: 10, used: at % 12 === 11 ? 5 : 10 },
});
const PAIRS = Array.from({ length: 2000 }, (_, at) => pair(at));

it('draws many pairs as fewer that are wide enough to be told apart, dark up to the smallest', async () => {
  const few = await drawnOf(PAIRS.slice(0, 10));
  expect(few).toHaveLength(20);
  expect(few.every(({ isLight }) => !isLight)).toBe(true);
  cleanup();
  const bars = await drawnOf(mergeColumns(PAIRS).rows);
  expect(bars.length).toBeLessThanOrEqual(4 * 32);
  expect(Math.min(...bars.map(({ width }) => width))).toBeGreaterThanOrEqual(3);
  const light = bars.filter(({ isLight, height }) => isLight && height > 0);
  const whole = Math.max(...bars.map(({ height }) => height));
  expect(light).not.toHaveLength(0);
  for (const { height } of light) expect(height).toBeCloseTo(whole / 2, 3);
});
