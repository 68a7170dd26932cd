import { describe, expect, it } from 'vitest';
import type { PowerLawFit } from '@/lib/domain/batch-plan';
import type { BatchSettings } from '@/lib/domain/manifest';
import type { BatchFitChart, BatchFitPoint } from './batch-fit';
import { prepareResiduals } from './batch-residuals';
import { choiceOf, prepareWhatIf } from './batch-what-if';

const FIT: PowerLawFit = {
  ...{ A: 1_000_000, alpha: 1, alphaLower: 0.9, alphaUpper: 1.1, r2: 0.99, points: 6, degenerate: null },
};
const BATCH: Extract<BatchSettings, { kind: 'dynamic' }> = {
  ...{ kind: 'dynamic', profileSizes: [5, 10, 20, 40], tauShare: 0.016, peakSlope: 'analyticMin' },
  ...{ maxBatch: 200, confirm: true, rewardVarianceFloor: null },
};

describe('another idea of flat', () => {
  it('gives the size at which the slope is that share of the steepest: b_min (1/tau)^(1/(alpha+1))', () => {
    const own = prepareWhatIf(FIT, BATCH, choiceOf(BATCH));
    expect(own.plateau).toBeCloseTo(5 * Math.sqrt(1 / 0.016), 6);
    expect(own.sentence).toContain('size 39');
    expect(own.sentence).toContain('own setting');
    // A quarter of tau doubles the size where alpha is 1.
    const finer = prepareWhatIf(FIT, BATCH, { tauShare: 0.004, smallest: 5 });
    expect(finer.plateau).toBeCloseTo(2 * (own.plateau ?? 0), 6);
    expect(finer.sentence).toContain("This run's own setting says 39; an epoch would take 50 % shorter.");
  });

  it('moves with the start of the grid, as the paper’s formula does', () => {
    const later = prepareWhatIf(FIT, BATCH, { tauShare: 0.016, smallest: 10 });
    expect(later.plateau).toBeCloseTo(10 * Math.sqrt(1 / 0.016), 6);
  });

  it('touches the law where it is called flat, with the slope of tau', () => {
    const { touch, plateau } = prepareWhatIf(FIT, BATCH, choiceOf(BATCH));
    const slope = 1_000_000 / 1000 / (plateau ?? 1) ** 2;
    const [first, second] = touch?.tangent ?? [];
    if (!first || !second) throw new Error('no tangent');
    expect((first.seconds - second.seconds) / (second.size - first.size)).toBeCloseTo(slope, 6);
    expect(touch?.seconds).toBeCloseTo(1000 / (plateau ?? 1), 9);
  });

  it('finds nothing flat on a line that does not fall', () => {
    expect(prepareWhatIf({ ...FIT, alpha: -0.2 }, BATCH, choiceOf(BATCH)).plateau).toBeNull();
  });
});

describe('what the line does not explain', () => {
  const point = (iteration: number, offLine: number | null, tainted = false): BatchFitPoint => ({
    ...{ iteration, size: 8, seconds: 10, measuredFor: 'later', tainted, offLine, delay: '1 s', label: '' },
  });
  const chart = (...points: BatchFitPoint[]): BatchFitChart => ({
    ...{
      question: '',
      summary: '',
      points,
      drawn: points,
      line: [],
      fit: FIT,
      chosen: 8,
      sizeTicks: [],
      secondTicks: [],
    },
  });

  it('is drawn in per cent of the line, cut iterations apart', () => {
    const { rows, summary } = prepareResiduals(
      chart(point(0, 0.1), point(1, -0.05), point(2, 3, true)),
      'train',
    );
    expect(rows.map(({ values }) => values)).toEqual([
      { clean: 10, tainted: null },
      { clean: -5, tainted: null },
      { clean: null, tainted: 300 },
    ]);
    expect(summary).toBe('Half of 2 iterations lie within 5 % of the line.');
  });

  it('says where later iterations lie elsewhere', () => {
    const offs = [0.01, -0.01, 0.01, 0.3, 0.31, 0.3].map((off, at) => point(at, off));
    expect(prepareResiduals(chart(...offs), 'train').summary).not.toContain('conditions changed');
    const long = [...Array(6).fill(0.01), ...Array(6).fill(0.3)].map((off: number, at) => point(at, off));
    expect(prepareResiduals(chart(...long), 'train').summary).toContain('29 points higher');
  });

  it('has nothing to say without a line', () => {
    expect(prepareResiduals(chart(point(0, null)), 'train').rows).toEqual([]);
  });
});
