import { describe, expect, it } from 'vitest';
import type { ImportedPoint } from '@/lib/domain/imported-run';
import { importedDiagnosisPoints, judgeImportedCurve, scoreFaults } from './imported-curve-verdict';

const HEIGHTS = [0.5, 0.6, 0.7, 0.8, 0.8, 0.8, 0.8, 0.8];
const bare = { lower: null, upper: null, n: null, seconds: null, usd: null };
const points: ImportedPoint[] = HEIGHTS.map((score, index) => ({ ...bare, seen: index * 10, score }));
const EXAMPLES = 4000;
/** Two examples change with each point: scores that are all the same would count as one prompt's, restated. */
const scores = HEIGHTS.map((height, index) => ({
  seen: index * 10,
  scores: Array.from({ length: EXAMPLES }, (_, example) => {
    const isChanged = example === index || example === EXAMPLES - 1 - index;
    return example < height * EXAMPLES !== isChanged ? 1 : 0;
  }),
}));
const restated = scores.map((one) => (one.seen < 30 ? one : { ...one, scores: scores[3]?.scores ?? [] }));

describe('an imported curve', () => {
  it('R-060 R-061 is undecided with means only, and says what to bring', () => {
    const found = judgeImportedCurve({ points, scoredOn: 'heldOut', scores: null }, 1);
    expect(found).toMatchObject({ verdict: 'undecided', finding: 'meansOnly', decision: null });
    expect(found.alternatives.join(' ')).toContain('score of every held-out example');
  });

  it('R-061 gets a verdict with the scores of its examples, in whatever order they come', () => {
    const found = judgeImportedCurve({ points, scoredOn: 'heldOut', scores: scores.toReversed() }, 1);
    expect(found).toMatchObject({ verdict: 'go', finding: 'plateauAbove', alternatives: [] });
    expect(found.decision).toMatchObject({ window: 4, look: 1 });
  });

  it('R-061 is undecided where its last points only restate the scores of one', () => {
    const found = judgeImportedCurve({ points, scoredOn: 'heldOut', scores: restated }, 1);
    expect(found).toMatchObject({ verdict: 'undecided', finding: 'stalled' });
  });

  it.each(['selection', 'unknown'] as const)('R-060 is undecided where it was scored on: %s', (scoredOn) => {
    const found = judgeImportedCurve({ points, scoredOn, scores }, 1);
    expect(found).toMatchObject({ verdict: 'undecided', finding: 'notHeldOut' });
  });

  it('is drawn with the interval of its source, else with the binomial one where n is known', () => {
    const [stated, counted, silent] = importedDiagnosisPoints([
      { ...bare, seen: 0, score: 0.5, lower: 0.4, upper: 0.6, n: 20 },
      { ...bare, seen: 1, score: 0.5, n: 100 },
      { ...bare, seen: 2, score: 0.5 },
    ]);
    expect(stated).toMatchObject({ lower: 0.4, upper: 0.6 });
    expect(counted?.lower).toBeCloseTo(0.4038, 3);
    expect(silent).toMatchObject({ lower: null, upper: null });
  });

  it('takes single scores only when they are those of all its points', () => {
    expect(scoreFaults(points, scores)).toEqual([]);
    expect(scoreFaults(points, scores.slice(1))).toMatchObject([{ message: expect.stringContaining('0') }]);
    const others = scores.map((one, index) =>
      index === 3 ? { ...one, scores: one.scores.map(() => 1) } : one,
    );
    expect(scoreFaults(points, others)).toMatchObject([{ path: 'scores.3' }]);
    const shorter = scores.map((one, index) => (index === 2 ? { ...one, scores: [1] } : one));
    expect(scoreFaults(points, shorter)).toMatchObject([{ path: 'scores.2' }]);
  });
});
