import { describe, expect, it } from 'vitest';
import type { BatchPlan, PlateauBasis } from '@/lib/domain/batch-plan';
import { DYNAMIC, simulateController } from '@/lib/testing/simulated-controller';
import type { IterationDelay } from './fit-delays';
import { type PlanBatchInput, planBatch } from './plan-batch';

const FRESH: PlanBatchInput = {
  batch: DYNAMIC,
  iteration: 0,
  schedule: [16, 4, 32, 8],
  plans: [],
  delays: [],
  remainingExamples: 250,
  trainExamples: 250,
  lanes: 256,
  promptTokens: 0,
  tokensPerRollout: null,
  rewards: [],
};
const reasons = (run: ReturnType<typeof simulateController>) => run.plans.map((plan) => plan.reason);

describe('a static size', () => {
  const batch = { kind: 'static', size: 80, reason: 'comparison point' } as const;

  it('is used as it is, with its reason, whatever lanes or tokens say', () => {
    const plan = planBatch({ ...FRESH, batch, lanes: 4, tokensPerRollout: 1000, tokensPerMinute: 1000 });
    expect(plan).toMatchObject({ size: 80, reason: 'static', caps: [], fit: null, plateau: null });
    expect(plan.basis).toEqual({ kind: 'fixed', size: 80, statedReason: 'comparison point' });
  });

  it('is shortened only by the end of the examples', () => {
    const plan = planBatch({ ...FRESH, batch, remainingExamples: 10 });
    expect(plan).toMatchObject({ size: 10, reason: 'lastPartial', caps: ['remaining'] });
  });
});

describe('a dynamic size', () => {
  it('profiles four sizes, confirms once at the plateau, then stays while nothing changes', () => {
    const run = simulateController({ iterations: 8 });
    expect(reasons(run)).toEqual([
      'profiling',
      'profiling',
      'profiling',
      'profiling',
      'confirming',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect(
      run.plans
        .slice(0, 4)
        .map((plan) => plan.size)
        .toSorted((a, b) => a - b),
    ).toEqual([4, 8, 16, 32]);
    // 4 * 62.5^(1 / 1.75) = 42.5
    expect(run.plans[4]).toMatchObject({ size: 42, sizeBeforeCaps: 42, extrapolated: false });
    expect(run.plans[4]?.plateau).toBeCloseTo(4 * 62.5 ** (1 / 1.75), 9);
  });

  it('goes straight to the plateau when it is not to be confirmed', () => {
    const run = simulateController({ iterations: 6, batch: { confirm: false } });
    expect(reasons(run).slice(4)).toEqual(['plateau', 'unchanged']);
  });

  it('does not depend on the unit of time: all delays a thousand times as long give the same sizes', () => {
    const sizes = (A: number) =>
      simulateController({ A, iterations: 8, noise: 0.05 }).plans.map((plan) => plan.size);
    expect(sizes(1e6)).toEqual(sizes(1e9));
  });

  it('clamps to the largest batch and to the training set, and says what bound it', () => {
    const byBatch = simulateController({ iterations: 6, batch: { maxBatch: 36 } });
    expect(byBatch.plans[4]).toMatchObject({ size: 36, caps: ['maxBatch'], reason: 'confirming' });
    expect(byBatch.plans[5]).toMatchObject({ size: 36, caps: ['maxBatch'], reason: 'unchanged' });
    const byTraining = simulateController({ iterations: 5, trainExamples: 34 });
    expect(byTraining.plans[4]).toMatchObject({ size: 34, caps: ['maxBatch'] });
  });

  it('flags a size beyond twice the profiled range', () => {
    const flatLaw = simulateController({ iterations: 5, alpha: 0.3 });
    expect(flatLaw.plans[4]?.size).toBeGreaterThan(64);
    expect(flatLaw.plans[4]?.extrapolated).toBe(true);
  });

  it('uses the smallest profiled size when the fit is degenerate, and says so', () => {
    const run = simulateController({ iterations: 7, alpha: -0.2 });
    for (const plan of run.plans.slice(4)) {
      expect(plan).toMatchObject({ size: 4, reason: 'degenerate', plateau: null });
      expect(plan.basis).toEqual({ kind: 'smallest', size: 4 });
      expect(plan.fit?.degenerate).toMatchObject({ code: 'alpha' });
    }
  });

  it('uses the smallest size from the start when there are too few to profile', () => {
    const plan = planBatch({ ...FRESH, schedule: [], trainExamples: 4, remainingExamples: 4 });
    expect(plan).toMatchObject({ size: 4, reason: 'degenerate' });
    expect(plan.fit?.degenerate).toEqual({ code: 'sizes', measured: 0 });
  });

  it('measures a size again, once, when its first delay was not usable', () => {
    const tainted = simulateController({ iterations: 7, marks: (i) => (i === 1 ? { tainted: true } : {}) });
    expect(reasons(tainted).slice(4)).toEqual(['profiling', 'confirming', 'unchanged']);
    expect(tainted.plans[4]?.size).toBe(tainted.plans[1]?.size);
    const always = simulateController({ iterations: 10, marks: () => ({ failed: true }) });
    expect(reasons(always).filter((reason) => reason === 'profiling')).toHaveLength(8);
    expect(always.plans.at(-1)).toMatchObject({ reason: 'degenerate', size: 4 });
  });

  it('says what the confirming iteration showed, and calls for a new fit above 30 %', () => {
    const confirmedOf = (plan: BatchPlan | undefined) => (plan?.basis as PlateauBasis | undefined)?.confirmed;
    const close = confirmedOf(simulateController({ iterations: 6 }).plans[5]);
    expect(close?.delayMs).toBeCloseTo(close?.predictedMs ?? 0, 6);
    const far = simulateController({ iterations: 6, slowdown: (i) => (i === 4 ? 1.5 : 1) }).plans[5];
    const news = confirmedOf(far);
    expect((news?.delayMs ?? 0) / (news?.predictedMs ?? 1)).toBeCloseTo(1.5, 9);
    expect(far?.fit?.points).toBe(5);
  });

  it('moves only when the move is 20 % or more and the interval excludes the size in use', () => {
    const run = simulateController({ iterations: 6 });
    const before = run.plans.slice(0, 5);
    const next = (inUse: number, delays: readonly IterationDelay[] = run.delays.slice(0, 5)) =>
      planBatch({
        ...FRESH,
        trainExamples: 500,
        iteration: 5,
        plans: before.map((plan) =>
          plan.iteration === 4 ? { ...plan, size: inUse, sizeBeforeCaps: inUse } : plan,
        ),
        delays,
      });
    // The exact law puts the plateau at 42.5 with an interval of width 0.
    expect(next(36)).toMatchObject({ size: 36, reason: 'unchanged' });
    expect(next(34)).toMatchObject({ size: 42, reason: 'plateau' });
    expect(next(80)).toMatchObject({ size: 42, reason: 'plateau' });
    expect(next(34).basis).toMatchObject({ kind: 'moved', current: 34, target: 42 });
    // The same law under noise: the interval holds 34.
    const noisy = run.delays
      .slice(0, 5)
      .map((delay) => ({ ...delay, delayMs: delay.delayMs * (1 + 0.2 * (delay.iteration % 2)) }));
    expect(next(34, noisy)).toMatchObject({ size: 34, reason: 'unchanged' });
  });

  it('shortens the last batch of an epoch and comes back to the size after it', () => {
    const run = simulateController({
      iterations: 8,
      conditions: (i) => (i === 6 ? { remainingExamples: 7 } : {}),
    });
    expect(run.plans[6]).toMatchObject({
      size: 7,
      reason: 'lastPartial',
      caps: ['remaining'],
      sizeBeforeCaps: 42,
    });
    expect(run.plans[7]).toMatchObject({ size: 42, reason: 'unchanged' });
  });

  it('profiles a size in the next epoch that the end of the last one cut short', () => {
    const run = simulateController({
      iterations: 6,
      conditions: (i) => (i === 0 ? { remainingExamples: 2 } : {}),
    });
    expect(run.plans[0]).toMatchObject({ reason: 'lastPartial', size: 2 });
    expect(reasons(run).slice(1, 5)).toEqual(['profiling', 'profiling', 'profiling', 'profiling']);
  });

  it('halves the size on rewards that hardly vary, but no size that is being measured', () => {
    const rewards = Array.from({ length: 8 }, () => 1);
    const run = simulateController({ iterations: 7, conditions: () => ({ rewards, varianceFloor: 0.01 }) });
    expect(run.plans.slice(0, 5).every((plan) => plan.caps.length === 0)).toBe(true);
    expect(run.plans[5]).toMatchObject({ size: 21, caps: ['varianceFloor'], sizeBeforeCaps: 42 });
    expect(run.plans[6]).toMatchObject({ size: 21, caps: ['varianceFloor'] });
    expect(run.plans[5]?.inputs.rewardVariance).toBe(0);
  });

  it('records what it was decided from', () => {
    const plan = planBatch({ ...FRESH, promptTokens: 900, tokensPerRollout: 1200, rewards: [0, 1] });
    expect(plan.inputs).toEqual({
      remainingExamples: 250,
      lanes: 256,
      promptTokens: 900,
      tokensPerRollout: 1200,
      rewardVariance: null,
      finishedIterations: 0,
    });
  });

  it('gives plans that a journal can keep and read back', () => {
    const { plans } = simulateController({ iterations: 12, noise: 0.1 });
    expect(JSON.parse(JSON.stringify(plans))).toEqual(plans);
  });

  it('refuses to plan when no example is left', () => {
    expect(() => planBatch({ ...FRESH, remainingExamples: 0 })).toThrow(/no example is left/);
  });
});
