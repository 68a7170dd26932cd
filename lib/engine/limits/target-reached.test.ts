import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '@/lib/stats/mean-interval';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { targetReached } from './target-reached';

const N = 200;
const scoresOf = (right: number) => Array.from({ length: N }, (_, at) => (at < right ? 1 : 0));

/** At its second look, of `looksMax` that are registered. */
function isReached(scores: readonly (number | null)[], target: number, looksMax: number): boolean {
  const built = buildManifest();
  const manifest = buildManifest({
    evaluation: { ...built.evaluation, looksMax },
    stopping: { ...built.stopping, targetScore: target },
  });
  const point = measure(scores.filter((score) => score !== null));
  return targetReached({ manifest, measurements: [point, point, point], lastScores: scores }) !== null;
}

const right = fc.integer({ min: 0, max: N });
const target = fc.double({ min: 0.05, max: 0.99, noNaN: true });
const looks = fc.integer({ min: 2, max: 60 });

describe('the soft target', () => {
  it('is not met by a score that is not above it', () => {
    fc.assert(
      fc.property(right, target, looks, (count, wanted, looksMax) => {
        fc.pre(count / N <= wanted);
        expect(isReached(scoresOf(count), wanted, looksMax)).toBe(false);
      }),
    );
  });

  it('is met no sooner where more looks are registered, and no later where an answer more is right', () => {
    fc.assert(
      fc.property(right, target, looks, looks, (count, wanted, few, more) => {
        const [low, high] = [Math.min(few, more), Math.max(few, more)];
        if (isReached(scoresOf(count), wanted, high))
          expect(isReached(scoresOf(count), wanted, low)).toBe(true);
        if (count < N && isReached(scoresOf(count), wanted, low))
          expect(isReached(scoresOf(count + 1), wanted, low)).toBe(true);
      }),
    );
  });

  it('takes a missing score for a wrong answer', () => {
    fc.assert(
      fc.property(right, target, looks, (count, wanted, looksMax) => {
        const holes = scoresOf(count).map((score, at) => (at % 10 === 0 ? null : score));
        const wrong = holes.map((score) => score ?? 0);
        expect(isReached(holes, wanted, looksMax)).toBe(isReached(wrong, wanted, looksMax));
      }),
    );
  });
});
