import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRole } from '@/lib/domain/model-role';
import type { SweepCell } from '@/lib/domain/sweep';
import type { Task } from '@/lib/domain/task';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { JUDGING } from '@/lib/testing/toy-judge';
import { sweepCells } from './sweep-cells';
import { type EstimateBasis, estimateCell, estimateSweep } from './sweep-estimate';
import { reserveOf } from './sweep-reserve';

const call = { tokensIn: 100, tokensOut: 20, delayMs: 1000 };
const BASIS: EstimateBasis = { answer: call, reflect: call, aggregate: call, runs: 0, rollouts: null };
const base = buildManifest({ lanes: 8 });
const cell = (arm: SweepCell['arm'], batchSize: number | null): SweepCell => ({
  ...{ arm, batchSize },
  position: 0,
  seed: 1,
});
const learning = fc.record({
  arm: fc.constantFrom('naive' as const, 'combee' as const, 'topK' as const, 'summary' as const),
  batchSize: fc.integer({ min: 1, max: 40 }),
});

describe('a dollar cap on a sweep', () => {
  const priced = buildModelBinding({ usdPerMillionIn: 1, usdPerMillionOut: 2 });
  const free = buildModelBinding({ usdPerMillionIn: null, usdPerMillionOut: null });
  const isPriced = (task: Partial<Task>, unpriced: ModelRole) => {
    const models = { serving: priced, proposer: priced, evaluator: priced, [unpriced]: free };
    const manifest = buildManifest({ models, task: { ...base.task, ...task } });
    return estimateSweep({ cells: [cell('naive', 5)], base: manifest, basis: BASIS, concurrent: 1 }).isPriced;
  };

  it('needs the price of every model: a judge without a price would be paid outside the cap', () => {
    const judged = { scoring: { kind: 'judge', rubric: 'Is it right?' } } as const;
    expect(isPriced(judged, 'evaluator')).toBe(false);
    expect(isPriced({}, 'evaluator')).toBe(true);
    expect(isPriced({}, 'serving')).toBe(false);
    expect(isPriced({ artefact: true }, 'serving')).toBe(true);
    expect(isPriced({ artefact: true }, 'proposer')).toBe(false);
    const judging = { ...JUDGING, costCeilingUsd: 0.01, proxy: free };
    const task = { ...base.task, ...judged };
    const models = { serving: priced, proposer: priced, evaluator: priced };
    const withProxy = (changes: object) =>
      estimateSweep({
        ...{ cells: [cell('naive', 5)], basis: BASIS, concurrent: 1 },
        base: buildManifest({ models, task, judging: { ...judging, ...changes } }),
      }).isPriced;
    expect(withProxy({})).toBe(false);
    expect(withProxy({ proxy: priced })).toBe(true);
    expect(withProxy({ costCeilingUsd: null }), 'it is never called').toBe(true);
  });
});

describe('the expected cost of a cell', () => {
  it('is one answer per held-out example if nothing is learned', () => {
    expect(estimateCell(cell('noLearning', null), base, BASIS)).toMatchObject({
      calls: 10,
      tokens: 1200,
      rollouts: 0,
      evaluationRollouts: 10,
      learningMs: 0,
    });
  });

  it('counts answers, reflections, measurements and one aggregation an iteration for the naive arm', () => {
    // 20 examples in 4 iterations, measured at the start and after each: 20 + 5 * 10 answers, 20 reflections,
    // 4 scans.
    const { calls, rollouts, evaluationRollouts } = estimateCell(cell('naive', 5), base, BASIS);
    expect({ calls, rollouts, evaluationRollouts }).toEqual({
      calls: 94,
      rollouts: 20,
      evaluationRollouts: 50,
    });
  });

  it('exceeds naive for Combee by its extra calls, at every size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 20 }), (size) => {
        const naive = estimateCell(cell('naive', size), base, BASIS);
        const combee = estimateCell(cell('combee', size), base, BASIS);
        const iterations = Math.ceil(20 / size);
        expect(combee.calls - naive.calls).toBe(iterations * Math.floor(Math.sqrt(size)));
        expect(combee.learningMs).toBeGreaterThan(naive.learningMs);
      }),
    );
  });

  it('bounds the time of a sweep by its longest cell and the sum of all cells', () => {
    const cells = sweepCells(
      { arms: ['sequential', 'naive', 'combee'], sizes: [5, 10], seeds: [1, 2] },
      'ace',
    );
    for (const concurrent of [1, 2, 50]) {
      const total = estimateSweep({ cells, base, basis: BASIS, concurrent });
      const longest = Math.max(...cells.map((one) => estimateCell(one, base, BASIS).totalMs));
      expect(total.wallMs).toBeGreaterThanOrEqual(longest);
      expect(total.wallMs).toBeLessThanOrEqual(total.totalMs + 1e-6);
      expect(total.cells).toBe(10);
    }
  });
});

describe('a search without a selection split', () => {
  const gepaOf = (selection: number) =>
    buildManifest({
      method: gepaTestSettings({ merge: { maxInvocations: 2 }, candidateCache: true }),
      split: {
        ...base.split,
        counts: { ...base.split.counts, selection },
      },
    });

  it('selects on the training examples, and both the estimate and the reserve count those rollouts', () => {
    const reserveAt = (selection: number) => {
      const manifest = gepaOf(selection);
      const expected = estimateCell(cell('naive', 5), manifest, BASIS);
      const { rollouts } = reserveOf({
        ...{ cell: { batchSize: 5 }, base: manifest, expected, measured: null },
      });
      return [expected.rollouts, rollouts];
    };
    // 20 examples, parent and child: 40. Without a split, add the seed, 4 children and 2 merges on all 20.
    expect(reserveAt(10)).toEqual([40, 40]);
    expect(reserveAt(0)).toEqual([40 + 20 + 40 + 20, 40 + 20 + 80 + 40]);
  });
});

describe('the reserve of a cell', () => {
  it('covers the expected cost, with room for a wave in flight and for every training rollout', () => {
    fc.assert(
      fc.property(learning, ({ arm, batchSize }) => {
        const expected = estimateCell(cell(arm, batchSize), base, BASIS);
        const reserve = reserveOf({ cell: { batchSize }, base, expected, measured: null });
        expect(reserve.tokens).toBeGreaterThan(expected.tokens + base.models.serving.maxTokens);
        expect(reserve.usd).toBeGreaterThanOrEqual(expected.usd);
        expect(reserve.rollouts).toBeGreaterThanOrEqual(20);
      }),
    );
  });

  it('uses the measured cost of the same arm and size once it is known', () => {
    const expected = { usd: 1, tokens: 10_000, rollouts: 20 };
    const of = (tokens: number) =>
      reserveOf({ cell: { batchSize: 5 }, base, expected, measured: { usd: 1, tokens, rollouts: 20 } })
        .tokens;
    expect(of(50_000) - of(40_000)).toBe(13_000);
  });
});
