import { describe, expect, it } from 'vitest';
import { type ScoredTask, solvedShare } from './task-matrix';

const task = (exampleId: string, score: number | null, groupKey: string | null = null): ScoredTask => ({
  exampleId,
  score,
  groupKey,
});

describe('the share of solved tasks', () => {
  it('leaves missing scores out, and counts a partial reward as not solved', () => {
    const found = solvedShare([task('a', 1), task('b', 0.5), task('c', null), task('d', 0)]);
    expect(found).toMatchObject({ solved: 1, measured: 3, missing: 1, share: 1 / 3 });
  });

  it('is unknown where nothing was measured', () => {
    expect(solvedShare([task('a', null)])).toMatchObject({ share: null, lower: null, upper: null });
  });

  it('has a wider interval where tasks share a scenario', () => {
    const scores = Array.from({ length: 30 }, (_, at) => (at < 15 ? 1 : 0));
    const alone = solvedShare(scores.map((score, at) => task(`t_${at}`, score)));
    const grouped = solvedShare(scores.map((score, at) => task(`t_${at}`, score, `s${Math.floor(at / 3)}`)));
    expect(grouped.lower).toBeLessThan(alone.lower ?? 0);
    expect(grouped.upper).toBeGreaterThan(alone.upper ?? 1);
  });
});
