import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { tableOfSeries } from '@/lib/view/data-table';
import type { SeriesChart } from '@/lib/view/series-chart';
import { ChartFrame } from './chart-frame';
import { ColumnChart } from './column-chart';

afterEach(cleanup);

const CHART: SeriesChart = {
  ...{ question: 'Why?', origin: 'train', summary: 'So.', xLabel: 'x', yLabel: 'y', yTicks: [0, 1] },
  series: [
    { key: 'a', name: 'First', colour: 1 },
    { key: 'b', name: 'Second', colour: 2 },
  ],
  rows: [{ x: '1', values: { a: 1, b: 0.5 } }],
};

function show(chart: SeriesChart, belowDrawing?: string) {
  const { question, origin, summary } = chart;
  const words = { question, origin, summary, isEmpty: false, emptyText: '', belowDrawing };
  render(<ChartFrame {...words} chart={<ColumnChart chart={chart} />} data={tableOfSeries(chart)} />);
}
const button = (name: string) => screen.getByRole('button', { name });

describe('a chart in its frame', () => {
  it('puts a series away and brings it back by real buttons outside of the picture, and keeps the last', () => {
    show(CHART);
    const drawing = screen.getByRole('img', { name: 'Why?' });
    expect(drawing.querySelector('button')).toBeNull();
    expect(button('First').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button('First'));
    expect(button('First').getAttribute('aria-pressed')).toBe('false');
    expect(button('First').querySelector('svg')).toBeTruthy();
    expect(button('Second').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button('Second'));
    expect(button('Second').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button('First'));
    expect(button('First').getAttribute('aria-pressed')).toBe('true');
    expect(button('Second').getAttribute('aria-disabled')).toBeNull();
  });

  it('stays pressed while the table is shown, which says that it holds all', () => {
    show(CHART);
    fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.queryByText(/hold every series/)).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Chart' }));
    fireEvent.click(button('Second'));
    fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.getByText(/hold every series/)).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Second' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Chart' }));
    expect(button('Second').getAttribute('aria-pressed')).toBe('false');
  });

  it('takes what is of the drawing alone away with it', () => {
    show(CHART, 'Drag an end to zoom in.');
    expect(screen.getByText('Drag an end to zoom in.')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.queryByText('Drag an end to zoom in.')).toBeNull();
  });

  it('offers nothing to press where there is but one series', () => {
    show({ ...CHART, series: CHART.series.slice(0, 1) });
    expect(screen.queryByRole('button', { name: 'First' })).toBeNull();
  });
});
