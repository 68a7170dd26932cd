import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitDelays, type IterationDelay } from './fit-delays';

const N = 250;

/** Iterations on the exact law T = A bs^-alpha, with what differs from it given by hand. */
function iterations(
  sizes: readonly number[],
  law: { A?: number; alpha?: number } = {},
  tokens = 1000,
): IterationDelay[] {
  const { A = 9_677_000, alpha = 0.735 } = law;
  return sizes.map((size, iteration) => ({
    iteration,
    size,
    delayMs: (A * size ** (1 - alpha)) / N,
    promptTokens: tokens,
    tainted: false,
    failed: false,
    cacheHits: false,
  }));
}

const slowed = (delays: readonly IterationDelay[], from: number, factor: number) =>
  delays.map((delay) => (delay.iteration >= from ? { ...delay, delayMs: delay.delayMs * factor } : delay));

describe('fitDelays', () => {
  it('recovers alpha and A from exact data to 1e-9', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e8, noNaN: true }),
        fc.double({ min: 0.06, max: 1.4, noNaN: true }),
        fc.shuffledSubarray([1, 3, 4, 8, 16, 32, 84, 200], { minLength: 2 }),
        (A, alpha, sizes) => {
          const fit = fitDelays(iterations(sizes, { A, alpha }), N);
          expect(fit.alpha).toBeCloseTo(alpha, 9);
          expect(fit.A / A).toBeCloseTo(1, 9);
          expect(fit.r2).toBeCloseTo(1, 9);
          expect(fit.degenerate).toBeNull();
        },
      ),
    );
  });

  it('reproduces the fit worked out from the published epoch times', () => {
    const published = [
      [5, 2981],
      [10, 1892],
      [25, 842],
      [50, 506],
      [100, 356],
    ] as const;
    const delays = iterations(published.map(([size]) => size)).map((delay, i) => ({
      ...delay,
      delayMs: ((published[i]?.[1] ?? 0) * 1000 * delay.size) / N,
    }));
    const fit = fitDelays(delays, N);
    // The reference fit is unweighted; weights by the ages of five iterations change its second digit at most.
    expect(fit.alpha).toBeCloseTo(0.735, 1);
    expect(fit.A / 9_677_000).toBeCloseTo(1, 1);
    expect(fit.alphaLower).toBeLessThan(0.735);
    expect(fit.alphaUpper).toBeGreaterThan(0.735);
    expect(fit.r2).toBeGreaterThan(0.98);
  });

  it('scales A and nothing else when every delay is scaled', () => {
    const delays = iterations([16, 4, 32, 8, 54]).map((delay, i) => ({
      ...delay,
      delayMs: delay.delayMs * (1 + i / 50),
    }));
    const fit = fitDelays(delays, N);
    const doubled = fitDelays(slowed(delays, 0, 2), N);
    expect(doubled.A / fit.A).toBeCloseTo(2, 9);
    expect(doubled.alpha).toBeCloseTo(fit.alpha, 9);
    expect(doubled.alphaUpper).toBeCloseTo(fit.alphaUpper, 9);
  });

  it('leaves out what was tainted, failed or answered from a cache', () => {
    const sound = iterations([16, 4, 32, 8]);
    const marks: Partial<IterationDelay>[] = [
      { tainted: true },
      { failed: true },
      { cacheHits: true },
      { delayMs: 0 },
    ];
    const bad = marks.map((mark, i) => ({ ...iterations([64])[0], iteration: 4 + i, delayMs: 1, ...mark }));
    expect(fitDelays([...sound, ...(bad as IterationDelay[])], N)).toEqual(fitDelays(sound, N));
  });

  it('knows nothing of alpha beyond two points, and says so by the widest interval', () => {
    const fit = fitDelays(iterations([4, 32]), N);
    expect(fit).toMatchObject({ alphaLower: -1, alphaUpper: 2, points: 2, degenerate: null });
  });

  it.each([
    ['no iteration', [], { code: 'sizes', measured: 0 }],
    ['one size', iterations([8, 8, 8]), { code: 'sizes', measured: 1 }],
    ['a flat law', iterations([4, 8, 16, 32], { alpha: 0.04 }), { code: 'alpha', floor: 0.05 }],
    ['a rising law', iterations([4, 8, 16, 32], { alpha: -0.5 }), { code: 'alpha', floor: 0.05 }],
  ])('is degenerate on %s', (_, delays, reason) => {
    expect(fitDelays(delays, N).degenerate).toMatchObject(reason);
  });

  it('is degenerate where the sizes explain less than half of the scatter', () => {
    const wild = iterations([4, 8, 16, 32], { alpha: 0.1 }).map((delay, i) => ({
      ...delay,
      delayMs: delay.delayMs * (i % 2 === 0 ? 2 : 1),
    }));
    expect(fitDelays(wild, N).degenerate).toMatchObject({ code: 'r2', floor: 0.5 });
  });

  it('holds no number that a journal cannot keep', () => {
    for (const delays of [
      [],
      iterations([8]),
      iterations([8, 8]),
      iterations([4, 32]),
      iterations([4, 8, 16, 32]),
    ]) {
      expect(JSON.parse(JSON.stringify(fitDelays(delays, N)))).toEqual(fitDelays(delays, N));
    }
  });

  it('believes the newer of two measurements that disagree more than the older', () => {
    const at = (iteration: number, size: number, factor: number): IterationDelay => ({
      iteration,
      size,
      delayMs: factor * size ** 0.25,
      promptTokens: 1000,
      tainted: false,
      failed: false,
      cacheHits: false,
    });
    const epochAt32 = (older: number, newer: number) => {
      const fit = fitDelays([at(0, 4, 1), at(1, 32, older), at(40, 4, 1), at(41, 32, newer)], N);
      return fit.A * 32 ** -fit.alpha;
    };
    expect(epochAt32(1, 1.2)).toBeGreaterThan(1.05 * epochAt32(1.2, 1));
  });

  it('stays sound over hundreds of noisy iterations at one size', () => {
    const sizes = [16, 4, 32, 8, ...Array.from({ length: 300 }, () => 54)];
    const noisy = iterations(sizes).map((delay) => ({
      ...delay,
      delayMs: delay.delayMs * (1 + 0.15 * Math.sin(delay.iteration * 12.9898)),
    }));
    const fit = fitDelays(noisy, N);
    expect(fit.degenerate).toBeNull();
    expect(Math.abs(fit.alpha - 0.735)).toBeLessThan(0.1);
    expect(fit.steps).toEqual([]);
  });
});

describe('a prompt that grows', () => {
  const grown = (delays: readonly IterationDelay[], tokens: readonly number[], beta = 0.5) =>
    delays.map((delay, i) => {
      const promptTokens = tokens[i] ?? 0;
      return { ...delay, promptTokens, delayMs: delay.delayMs * (1 + promptTokens / 1000) ** beta };
    });

  it('is told from the size, and A is that of the present prompt', () => {
    const fit = fitDelays(grown(iterations([16, 4, 32, 8, 54]), [0, 500, 1500, 2500, 4000]), N);
    expect(fit.alpha).toBeCloseTo(0.735, 9);
    expect(fit.promptExponent).toBeCloseTo(0.5, 9);
    expect(fit.A / (9_677_000 * 5 ** 0.5)).toBeCloseTo(1, 9);
  });

  it('is not a term of the fit where it hardly varies, or rises in step with the size', () => {
    const steady = fitDelays(grown(iterations([16, 4, 32, 8, 54]), [1000, 1010, 1050, 1080, 1100]), N);
    expect(steady.promptExponent).toBeNull();
    const inStep = [4, 8, 16, 32, 64];
    const collinear = fitDelays(grown(iterations(inStep), [100, 700, 1700, 3600, 7000]), N);
    expect(collinear.promptExponent).toBeNull();
  });

  it('is not given a wrong sign by chance', () => {
    const fit = fitDelays(grown(iterations([16, 4, 32, 8, 54]), [4000, 500, 1500, 2500, 0], -0.3), N);
    expect(fit.promptExponent).toBeNull();
  });
});

describe('conditions that change', () => {
  const sizes = [16, 4, 32, 8, 41, 41, 41, 41];

  it.each([2, 3, 0.4])('are read as a step of the level by %f, not as another alpha', (factor) => {
    const fit = fitDelays(slowed(iterations(sizes), 7, factor), N);
    expect(fit.alpha).toBeCloseTo(0.735, 9);
    expect(fit.A / (9_677_000 * factor)).toBeCloseTo(1, 9);
    expect(fit.steps).toHaveLength(1);
    expect(fit.steps?.[0]?.iteration).toBe(7);
    expect(fit.steps?.[0]?.factor).toBeCloseTo(factor, 9);
  });

  it('may change back', () => {
    const there = slowed(iterations([...sizes, 41, 41, 41]), 6, 2);
    const fit = fitDelays(slowed(there, 9, 0.5), N);
    expect(fit.steps?.map((step) => step.iteration)).toEqual([6, 9]);
    expect(fit.A / 9_677_000).toBeCloseTo(1, 9);
  });

  it('may strike a single iteration, which then teaches nothing about the size', () => {
    const struck = iterations([...sizes, 41]).map((delay) =>
      delay.iteration === 6 ? { ...delay, delayMs: delay.delayMs * 6 } : delay,
    );
    const fit = fitDelays(struck, N);
    expect(fit.alpha).toBeCloseTo(0.735, 9);
    expect(fit.A / 9_677_000).toBeCloseTo(1, 9);
  });

  it('are not claimed for a first look at a larger size: that may be a bend of the law', () => {
    const fit = fitDelays(slowed(iterations([16, 4, 32, 8, 100]), 4, 2), N);
    expect(fit.steps).toEqual([]);
    expect(fit.alpha).toBeLessThan(0.6);
  });

  it('are not claimed for what noise explains', () => {
    const noisy = iterations([...sizes, 41, 41]).map((delay) => ({
      ...delay,
      delayMs: delay.delayMs * (1 + 0.2 * Math.sin(delay.iteration * 7.3)),
    }));
    expect(fitDelays(noisy, N).steps).toEqual([]);
  });
});
