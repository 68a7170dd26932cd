import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AxisWindow } from '@/lib/view/chart-zoom';
import type { ConvergenceChart as Prepared } from '@/lib/view/convergence';
import { ChartPlace } from './chart-place';
import { ConvergenceChart } from './convergence-chart';

const point = (x: number, score: number) => ({
  ...{ x, score, interval: null, n: 10, iteration: x, candidateHash: 'a', label: `at ${x}` },
  ...{ failures: 0, isBest: false, isPartial: false, waits: 0 },
});

const best = { ...point(40, 70), isBest: true };
const CHART: Prepared = {
  ...{
    question: 'Why?',
    origin: 'held-out',
    summary: 'So.',
    unknown: null,
    xLabel: 'x',
    yTicks: [40, 60, 80],
    xTicks: [0, 50, 100],
  },
  ...{ seedScore: 50, target: null, plateau: { fromX: 40, toX: 80, band: [65, 75] } },
  points: [point(0, 50), point(20, 60), best, point(60, 65), point(80, 66)],
  best,
  partials: [{ ...point(10, 45), isPartial: true }],
  serial: [
    { x: 0, score: 50 },
    { x: 50, score: 55 },
    { x: 100, score: 58 },
  ],
};

/** The plot lies between these pixels, of a drawing of 600. */
const [PLOT_LEFT, PLOT_RIGHT] = [52, 572];

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

async function show(part: AxisWindow | null, hidden: readonly string[] = []) {
  const place = { label: 'Why?', describedBy: 'd', hidden: new Set(hidden), onHidden: vi.fn() };
  const { container } = render(
    <ChartPlace value={place}>
      <ConvergenceChart chart={CHART} part={part} />
    </ChartPlace>,
  );
  await waitFor(() => expect(container.querySelector('.recharts-wrapper')).toBeTruthy());
  const all = (selector: string) => [...container.querySelectorAll(selector)];
  /** Text of the tooltip with the pointer at this share of the visible axis. */
  const tipAt = async (share: number) => {
    const clientX = PLOT_LEFT + share * (PLOT_RIGHT - PLOT_LEFT);
    fireEvent.mouseMove(all('.recharts-wrapper')[0] as Element, { clientX, clientY: 150 });
    await act(() => new Promise((later) => setTimeout(later, 40)));
    return all('.recharts-tooltip-wrapper p')[0]?.textContent ?? null;
  };
  return { all, tipAt };
}

describe('a part of the held-out curve', () => {
  it('cuts lines at its edges and leaves out the marks beyond them', async () => {
    const { all } = await show([50, 75]);
    expect(all('.recharts-line-curve').map((line) => line.hasAttribute('clip-path'))).toEqual([true, true]);
    expect(all('.recharts-scatter-symbol')).toEqual([]);
    const places = all('path[d*="a3,3"], circle').map((mark) =>
      Number(mark.getAttribute('cx') ?? /^M([\d.]+)/.exec(mark.getAttribute('d') ?? '')?.[1]),
    );
    expect(places.length).toBeGreaterThan(0);
    expect(places.every((x) => x >= PLOT_LEFT && x <= PLOT_RIGHT)).toBe(true);
  });

  it('shows the measurement at the pointer, also next to a baseline, and none beyond its edges', async () => {
    const whole = await show(null);
    expect([await whole.tipAt(0.21), await whole.tipAt(0.47), await whole.tipAt(0.99)]).toEqual([
      'at 20',
      'at 40',
      'at 80',
    ]);
    cleanup();
    const zoomed = await show([45, 75]);
    expect([await zoomed.tipAt(0.02), await zoomed.tipAt(0.5), await zoomed.tipAt(0.98)]).toEqual([
      null,
      'at 60',
      null,
    ]);
  });

  it.each(['serial', 'partial'])(
    'keeps its axes and levels where only %s is left, and none of it in the part',
    async (left) => {
      const hidden = ['own', 'serial', 'partial'].filter((key) => key !== left);
      for (const part of [null, [60, 75]] as const) {
        const { all } = await show(part, hidden);
        expect(all('.recharts-xAxis-tick-labels text').length).toBeGreaterThan(0);
        expect(all('.recharts-yAxis-tick-labels text').length).toBeGreaterThan(0);
        expect(all('.recharts-reference-line-line')).toHaveLength(1);
        cleanup();
      }
    },
  );
});
