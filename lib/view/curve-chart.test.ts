import { describe, expect, it } from 'vitest';
import type { CurveComparison } from '@/lib/contracts/curves';
import type { ImportedPoint } from '@/lib/domain/imported-run';
import { prepareComparedCurves, prepareImportedCurve } from './curve-chart';

const point = (seen: number, score: number, part: Partial<ImportedPoint> = {}): ImportedPoint => ({
  ...{ seen, score, lower: null, upper: null, n: null, seconds: null, usd: null },
  ...part,
});
const runOf = (points: ImportedPoint[]): Parameters<typeof prepareImportedCurve>[0] => ({
  method: 'gepa',
  task: null,
  seenUnit: 'rollouts',
  scoredOn: 'selection',
  points,
  finalPrompt: null,
  seedPrompt: null,
  notes: [],
});

describe('the curve of an imported run', () => {
  it('says at every number its interval or that there is none, its n, and that the hardware is not ours', () => {
    const chart = prepareImportedCurve(
      runOf([point(10, 0.5), point(20, 0.7, { lower: 0.6, upper: 0.8, n: 50, seconds: 60, usd: 2 })]),
      'theirs',
    );
    expect(chart.series[0]?.origin).toBe('selection (it also chose the prompt) · imported, other hardware');
    expect(chart.series[0]?.dots.map(({ label }) => label)).toEqual([
      '50.0 % (no interval, n not stated), 10 rollouts',
      '70.0 % (95 % 60.0–80.0 %, n = 50), 20 rollouts, 1 min, $2.00',
    ]);
    expect(chart.summary).toContain('from 50.0 % to 70.0 % (95 % 60.0–80.0 %, n = 50)');
  });

  it('draws the first and the last point of a curve that is too long to draw whole', () => {
    const points = Array.from({ length: 3000 }, (_, seen) => point(seen, 0.5));
    const dots = prepareImportedCurve(runOf(points), 'long').series[0]?.dots ?? [];
    expect(dots.length).toBeLessThan(500);
    expect([dots[0]?.x, dots.at(-1)?.x]).toEqual([0, 2999]);
  });

  it('has nothing to draw for a prompt without scores', () => {
    expect(prepareImportedCurve(runOf([]), 'prompt')).toMatchObject({ series: [], yTicks: [0, 50, 100] });
  });
});

describe('own and imported curves', () => {
  const own: CurveComparison['own'][number] = {
    ...{ runId: 'run_1', label: 'ours', split: 'heldOut', hardware: 'a box', practice: true },
    seenUnit: 'examples',
    points: [
      { ...point(0, 0.5), seconds: 0, tokens: 0, usd: 0 },
      { ...point(250, 0.9), seconds: 90, tokens: 42_000, usd: 0.5 },
    ],
  };
  const imported = {
    ...runOf([point(4, 0.4), point(900, 0.6)]),
    ...{ id: 'imp_1', name: 'theirs', source: 'gepa', createdBy: 'x', archivedAt: null, createdAt: '' },
    ...{ pointCount: 2, firstScore: 0.4, bestScore: 0.6, hasPrompt: false },
    provenance: {
      ...{ files: [], mapping: null, leftOut: [], unknown: [], faultCount: 0, faults: [] },
      ...{ ranBy: '', ranAt: '', hardware: '', description: '' },
    },
  } as CurveComparison['imported'][number];

  it('are told apart, and name the unit of each where the axes differ', () => {
    const chart = prepareComparedCurves({ own: [own], imported: [imported], warning: null });
    expect(chart.series.map(({ name, isImported }) => [name, isImported])).toEqual([
      ['ours (examples seen)', false],
      ['theirs (rollouts)', true],
    ]);
    expect(chart.xLabel).toContain('its own unit');
    expect(chart.xTicks.at(-1)).toBeGreaterThanOrEqual(900);
    expect(chart.series[0]?.origin).toContain('practice model');
  });

  it('are drawn along time, tokens or dollars where they say how far along they were', () => {
    const both = { own: [own], imported: [imported], warning: null };
    const along = (axis: 'minutes' | 'tokens' | 'dollars') => prepareComparedCurves(both, axis);
    const xs = (axis: 'minutes' | 'tokens' | 'dollars') =>
      along(axis).series.map(({ dots }) => dots.map(({ x }) => x));
    expect([xs('minutes'), xs('tokens'), xs('dollars')]).toEqual([[[0, 1.5]], [[0, 42]], [[0, 0.5]]]);
    expect(along('tokens').series[0]?.name).toBe('ours');
    expect(along('tokens').xLabel).toContain('thousand tokens');
    expect(along('tokens').summary).toMatch(
      /Not drawn, since nothing is known of it along this axis: “theirs”\.$/u,
    );
  });

  it('have a mark each, so that colour does not tell them apart alone', () => {
    const four = Array.from({ length: 4 }, (_, at) => ({ ...own, runId: `run_${at}`, label: `${at}` }));
    const { series } = prepareComparedCurves({ own: four, imported: [], warning: null });
    expect(series.map(({ look }) => look?.mark)).toEqual(['circle', 'square', 'triangle', 'diamond']);
  });

  it('are told apart by line and mark where colours come again', () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...own, runId: `run_${at}`, label: `${at}` }));
    const { series, summary } = prepareComparedCurves({ own: many, imported: [], warning: null });
    expect(summary).toMatch(/^20 curves\. The highest point is of “0”: 90\.0 %/u);
    expect(new Set(series.map(({ colour, look }) => `${colour} ${look?.dashes} ${look?.mark}`)).size).toBe(
      20,
    );
  });
});
