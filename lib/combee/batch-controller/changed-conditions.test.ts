import { describe, expect, it } from 'vitest';
import type { BatchPlan, PlateauBasis } from '@/lib/domain/batch-plan';
import { type SimulatedWorld, simulateController } from '@/lib/testing/simulated-controller';

/**
 * The table "What moves the next plan" of docs/batch-controller.md, row by row: the profile is iterations 0 to 3, the
 * confirming one is 4, conditions change with iteration t = 8, and the plan of t + 1 = 9 is looked at.
 */
const T = 8;
const from = (value: number, before: number) => (iteration: number) => (iteration >= T ? value : before);

function plansAround(world: Omit<SimulatedWorld, 'iterations'>) {
  const { plans } = simulateController({ iterations: T + 2, ...world });
  const before = plans[T] as BatchPlan;
  const after = plans[T + 1] as BatchPlan;
  const ratioA = (after.fit?.A ?? Number.NaN) / (before.fit?.A ?? Number.NaN);
  return { before, after, ratioA };
}

/** Same law, same size asked for. */
function expectSameLaw({ before, after }: ReturnType<typeof plansAround>) {
  expect(after.fit?.alpha).toBeCloseTo(before.fit?.alpha ?? Number.NaN, 6);
  expect(after.plateau).toBeCloseTo(before.plateau ?? Number.NaN, 4);
  expect(after.sizeBeforeCaps).toBe(before.sizeBeforeCaps);
}

describe('what moves the plan of t + 1', () => {
  it('nothing changed: nothing moves', () => {
    const seen = plansAround({});
    expectSameLaw(seen);
    expect(seen.after).toMatchObject({ size: seen.before.size, reason: 'unchanged', caps: [] });
    expect(seen.ratioA).toBeCloseTo(1, 9);
  });

  it('call delay doubled: A doubles and a step at t is recorded; alpha, plateau and size stay', () => {
    const seen = plansAround({ slowdown: from(2, 1) });
    expectSameLaw(seen);
    expect(seen.ratioA).toBeCloseTo(2, 9);
    expect(seen.before.fit?.steps).toEqual([]);
    expect(seen.after.fit?.steps?.[0]?.iteration).toBe(T);
    expect(seen.after.fit?.steps?.[0]?.factor).toBeCloseTo(2, 9);
    expect(seen.after).toMatchObject({ size: seen.before.size, reason: 'unchanged', caps: [] });
  });

  it('call delay doubled under 5 % noise: the same, in at least 19 of 20 runs', () => {
    const found = Array.from({ length: 20 }, (_, i) =>
      plansAround({ slowdown: from(2, 1), noise: 0.05, seed: `n${i}` }),
    )
      .filter(({ after }) => after.fit?.steps?.some((step) => step.iteration === T))
      .filter(({ after, before, ratioA }) => after.size === before.size && ratioA > 1.6 && ratioA < 2.5);
    expect(found.length).toBeGreaterThanOrEqual(19);
  });

  it('call delay doubled from the start: A is twice as large, every size the same', () => {
    const plain = simulateController({ iterations: 10, noise: 0.05 });
    const slow = simulateController({ iterations: 10, noise: 0.05, slowdown: () => 2 });
    expect(slow.plans.map((plan) => plan.size)).toEqual(plain.plans.map((plan) => plan.size));
    expect(slow.refit.A / plain.refit.A).toBeCloseTo(2, 9);
  });

  it('call delay doubled within the profile: a step where the data are exact, a wider interval under noise', () => {
    const last = (noise: number, factor: number) =>
      simulateController({ iterations: 5, noise, slowdown: (i) => (i >= 3 ? factor : 1) }).plans[4]?.fit;
    expect(last(0, 2)?.steps?.[0]?.iteration).toBe(3);
    expect(last(0, 2)?.alpha).toBeCloseTo(0.75, 6);
    const width = (fit: BatchPlan['fit'] | undefined) => (fit?.alphaUpper ?? 0) - (fit?.alphaLower ?? 0);
    expect(last(0.05, 2)?.steps).toEqual([]);
    expect(width(last(0.05, 2))).toBeGreaterThan(2 * width(last(0.05, 1)));
    expect(last(0.05, 2)?.r2).toBeLessThan(last(0.05, 1)?.r2 ?? 0);
  });

  it('call delay doubled exactly at the confirming iteration: a bend or a step, so the size waits', () => {
    const { plans } = simulateController({ iterations: 6, slowdown: (i) => (i >= 4 ? 2 : 1), noise: 0.03 });
    const basis = plans[5]?.basis as PlateauBasis;
    expect(basis.confirmed?.delayMs).toBeGreaterThan(1.3 * (basis.confirmed?.predictedMs ?? 0));
    expect(plans[5]?.fit?.alpha).toBeLessThan(plans[4]?.fit?.alpha ?? 0);
    expect(plans[5]).toMatchObject({ size: plans[4]?.size, reason: 'unchanged' });
  });

  it('lanes halved: the size falls to them at once, the law and the size asked for stay', () => {
    const seen = plansAround({ conditions: (i) => ({ lanes: i > T ? 32 : 64 }) });
    expectSameLaw(seen);
    expect(seen.before).toMatchObject({ size: 42, caps: [] });
    expect(seen.after).toMatchObject({ size: 32, reason: 'plateau', caps: ['lanes'], sizeBeforeCaps: 42 });
    expect(seen.after.inputs.lanes).toBe(32);
  });

  it('lanes halved and given back: the size comes back', () => {
    const { plans } = simulateController({
      iterations: 11,
      conditions: (i) => ({ lanes: i === T ? 32 : 64 }),
    });
    expect(plans.slice(7).map((plan) => plan.size)).toEqual([42, 32, 42, 42]);
  });

  it('prompt doubled: the token cap halves the size, A rises with the load, alpha stays', () => {
    const seen = plansAround({
      promptTokens: from(2000, 1000),
      promptExponent: 0.5,
      conditions: (i) => ({ tokensPerMinute: 90_000, tokensPerRollout: i > T ? 4000 : 2000 }),
    });
    expectSameLaw(seen);
    // (1 + 2000 / 1000)^0.5 / (1 + 1000 / 1000)^0.5
    expect(seen.ratioA).toBeCloseTo(1.5 ** 0.5, 6);
    expect(seen.after.fit?.promptExponent).toBeCloseTo(0.5, 6);
    expect(seen.before).toMatchObject({ size: 42, caps: [], inputs: { promptTokens: 1000 } });
    expect(seen.after).toMatchObject({
      size: 22,
      reason: 'plateau',
      caps: ['tokenLimit'],
      inputs: { promptTokens: 2000, tokensPerRollout: 4000 },
    });
  });

  it('prompt doubled without a token limit: only A and the inputs move', () => {
    const seen = plansAround({ promptTokens: from(2000, 1000), promptExponent: 0.5 });
    expectSameLaw(seen);
    expect(seen.after).toMatchObject({
      size: 42,
      reason: 'unchanged',
      caps: [],
      inputs: { promptTokens: 2000 },
    });
  });

  it('delay and prompt doubled at once: whichever term takes it, alpha and size stay', () => {
    const seen = plansAround({ slowdown: from(2, 1), promptTokens: from(2000, 1000), promptExponent: 0.5 });
    expectSameLaw(seen);
    expect(seen.ratioA).toBeCloseTo(2 * 1.5 ** 0.5, 6);
  });

  it('a slow spell that has passed: the plan is back where it was', () => {
    const { plans } = simulateController({ iterations: 14, slowdown: (i) => (i >= 7 && i < 10 ? 3 : 1) });
    const last = plans[13] as BatchPlan;
    expect(last.fit?.A).toBeCloseTo(plans[6]?.fit?.A ?? Number.NaN, 0);
    expect(last.fit?.alpha).toBeCloseTo(0.75, 6);
    expect(last).toMatchObject({ size: 42, reason: 'unchanged' });
  });

  it('a playbook that grows from the first iteration on: alpha is not read as something else', () => {
    const { refit, plans } = simulateController({
      iterations: 12,
      promptTokens: (i) => 300 * i,
      promptExponent: 0.6,
    });
    expect(refit.alpha).toBeCloseTo(0.75, 6);
    expect(plans[11]?.size).toBe(42);
  });
});
