import { describe, expect, it } from 'vitest';
import { csvOfTable, fileNameOf, jsonOfTable, tableOfPoints, tableOfSeries } from './data-table';
import type { PointChart } from './point-chart';
import type { SeriesChart } from './series-chart';

const SERIES: SeriesChart = {
  question: 'What was paid?',
  origin: 'train',
  summary: 'A little.',
  xLabel: 'iteration',
  yLabel: 'share, %',
  series: [
    { key: 'a', name: 'reflect', colour: 1 },
    { key: 'b', name: 'reduce', colour: 2 },
  ],
  rows: [
    { x: '1', values: { a: 1 / 3, b: null } },
    { x: '2', values: { a: 2 }, note: 'cut, "short"' },
  ],
  yTicks: [0, 1],
};

describe('the table of a chart', () => {
  it('holds every number exactly, and nothing where nothing was measured', () => {
    expect(csvOfTable(tableOfSeries(SERIES))).toBe(
      'iteration,"reflect, %","reduce, %",note\r\n' +
        '1,0.3333333333333333,,\r\n' +
        '2,2,,"cut, ""short"""\r\n',
    );
  });

  it('is the same in JSON, an object a row', () => {
    expect(JSON.parse(jsonOfTable(tableOfSeries(SERIES)))).toEqual([
      { iteration: '1', 'reflect, %': 1 / 3, 'reduce, %': null, note: null },
      { iteration: '2', 'reflect, %': 2, 'reduce, %': null, note: 'cut, "short"' },
    ]);
  });

  it('names its file by the question', () => {
    expect(fileNameOf({ name: 'Where does a larger batch stop saving time?' })).toBe(
      'where-does-a-larger-batch-stop-saving-time',
    );
    expect(fileNameOf({ name: '???' })).toBe('chart');
  });

  it('says both ends of an interval, and which points are not ours', () => {
    const chart: PointChart = {
      ...{
        question: 'Which?',
        origin: '',
        summary: '',
        xLabel: 'seconds',
        yUnit: ' %',
        xTicks: [],
        yTicks: [],
      },
      series: [
        {
          ...{ name: 'Combee', colour: 1, shape: 'circle', joined: true, dashed: false },
          points: [{ x: 10, y: 50, error: [5, 4], title: 'Combee 40', label: '50 %' }],
        },
      ],
      published: [{ x: 20, y: 60, error: undefined, title: 'Combee 40', label: '60 %' }],
      front: [],
      level: null,
    };
    expect(tableOfPoints(chart, 'score, %').rows).toEqual([
      ['Combee 40', 'Combee', 10, 50, 45, 54, '50 %'],
      ['Combee 40', 'published, other hardware', 20, 60, null, null, '60 %'],
    ]);
  });
});
