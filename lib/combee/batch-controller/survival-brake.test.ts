import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { SurvivalPoint } from '@/lib/domain/survival';
import { DYNAMIC } from '@/lib/testing/simulated-controller';
import type { IterationDelay } from './fit-delays';
import { planBatch } from './plan-batch';
import { largestSurvivingSize, survivalBySize } from './survival-brake';

const point = (size: number, survived: number, wentIn = 100, iteration = size): SurvivalPoint => ({
  iteration,
  size,
  wentIn,
  survived,
});
const largest = (points: readonly SurvivalPoint[], floor: number) =>
  largestSurvivingSize(survivalBySize(points), floor);

describe('the largest size whose insights survive', () => {
  it('lies on the line between the sizes on both sides of the floor, over ln bs', () => {
    // Half way between 0.9 and 0.5 is half way between ln 8 and ln 32, which is ln 16.
    expect(largest([point(8, 90), point(32, 50)], 0.7)).toBe(16);
    expect(largest([point(8, 90), point(32, 50)], 0.9)).toBe(8);
  });

  it('is not known before anything was measured, nor from a handful of insights', () => {
    expect(largest([], 0.5)).toBeNull();
    expect(largest([point(4, 1, 7)], 0.9)).toBeNull();
  });

  it('may double where all that was measured holds, and halves where nothing does', () => {
    expect(largest([point(8, 95), point(32, 90)], 0.9)).toBe(64);
    expect(largest([point(8, 60), point(32, 50)], 0.9)).toBe(4);
    expect(largest([point(1, 60)], 0.9)).toBe(1);
  });

  it('is not fooled by one lucky iteration at a large size', () => {
    const lucky = [point(8, 90), point(16, 50, 200), point(32, 8, 10)];
    expect(largest(lucky, 0.8)).toBeLessThan(16);
  });

  it('never grows with the floor', () => {
    const points = fc.uniqueArray(
      fc.record({
        size: fc.integer({ min: 1, max: 200 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { minLength: 1, maxLength: 6, selector: ({ size }) => size },
    );
    const floors = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(points, floors, (list, [a, b]) => {
        const measured = list.map(({ size, share }) => point(size, Math.round(share * 100)));
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(largest(measured, high) ?? 0).toBeLessThanOrEqual(largest(measured, low) ?? 0);
      }),
    );
  });
});

/** A model that forgets as published (rho of Formula), and delays whose plateau lies at 42. */
function controlled(survivalFloor: number | null, iterations = 14, isMeasured = true): readonly BatchPlan[] {
  const plans: BatchPlan[] = [];
  const delays: IterationDelay[] = [];
  const survival: SurvivalPoint[] = [];
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const plan = planBatch({
      batch: { ...DYNAMIC, survivalFloor },
      iteration,
      schedule: [16, 4, 32, 8],
      plans: [...plans],
      delays: [...delays],
      ...(isMeasured ? { survival: [...survival] } : {}),
      remainingExamples: 10_000,
      trainExamples: 500,
      lanes: 256,
      promptTokens: 1000,
      tokensPerRollout: null,
      rewards: [],
    });
    plans.push(plan);
    const { size } = plan;
    const delayMs = (1_000_000 * size ** 0.25) / 500;
    delays.push({
      iteration,
      size,
      delayMs,
      promptTokens: 1000,
      tainted: false,
      failed: false,
      cacheHits: false,
    });
    const share = Math.min(1, 1.12 / (1 + (size / 10) ** 1.06));
    survival.push({ iteration, size, wentIn: size * 5, survived: Math.round(share * size * 5) });
  }
  return plans;
}

describe('the floor of insight survival', () => {
  it('keeps the size smaller on a model that forgets, and says so with its numbers', () => {
    const [free, held] = [controlled(null), controlled(0.6)];
    expect(free.at(-1)).toMatchObject({ size: 42, reason: 'unchanged' });
    const last = held.at(-1);
    expect(last?.reason).toBe('survivalFloor');
    expect(last?.size).toBeLessThan(12);
    // rho(8) = 0.63, rho(9) = 0.59: the size settles where the floor is.
    expect(last?.size).toBeGreaterThanOrEqual(8);
    expect(last?.survival?.measured.length).toBeGreaterThan(0);
    expect(last?.sizeBeforeCaps).toBeGreaterThan(last?.size ?? 0);
    expect(last?.survival).toMatchObject({ floor: 0.6, sizeMax: last?.size });
  });

  it('lets the profile be taken, and gives the size back where the floor allows it', () => {
    expect(
      controlled(0.6)
        .slice(0, 4)
        .map(({ size }) => size),
    ).toEqual([16, 4, 32, 8]);
    expect(controlled(0.1).at(-1)).toMatchObject({ size: 42 });
  });

  it('off, a plan is to the letter what it is for a run that measures no survival', () => {
    const measured = controlled(null).at(-1);
    expect(measured).not.toHaveProperty('survival');
    expect(controlled(null)).toEqual(controlled(null, 14, false));
  });
});
