import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellResult, SWEEP_AMOUNT_KINDS, type SweepAmount } from '@/lib/domain/sweep';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import { measure } from '@/lib/stats/mean-interval';
import { overSeeds } from './over-seeds';
import { addSweepAmounts, planSweepStep, type SweepStepInput } from './sweep-budget';
import { sweepCells } from './sweep-cells';
import { sweepCsv } from './sweep-csv';
import { type AnsweredCell, sweepFigure } from './sweep-figure';
import { sweepTimeLeftMs } from './sweep-progress';

const UNCAPPED = { usd: null, tokens: null, rollouts: null, wallMs: null };
const NOTHING: SweepAmount = { usd: 0, tokens: 0, rollouts: 0 };

const amounts = fc.record({
  usd: fc.nat(50).map((cents) => cents / 100),
  tokens: fc.nat(5000),
  rollouts: fc.nat(50),
});
const capOf = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null });
const budgets = fc.record({
  usd: capOf(3),
  tokens: capOf(20_000),
  rollouts: capOf(200),
  wallMs: fc.constant(null),
});
const plans = fc.record({
  arms: fc.subarray([...SWEEP_ARMS], { minLength: 1 }),
  sizes: fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 }),
  seeds: fc.uniqueArray(fc.nat(100), { minLength: 1, maxLength: 5 }),
});

describe('the cells of a sweep', () => {
  it('are each combination once, whole seeds first, small sizes first within a seed', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const cells = sweepCells(plan, 'ace');
        expect(new Set(cells.map(({ arm, batchSize, seed }) => `${arm}/${batchSize}/${seed}`)).size).toBe(
          cells.length,
        );
        expect(cells.map(({ position }) => position)).toEqual(cells.map((_, index) => index));
        const seeds = cells.map(({ seed }) => plan.seeds.indexOf(seed));
        expect(seeds).toEqual([...seeds].sort((a, b) => a - b));
        for (const seed of plan.seeds) {
          const own = cells.filter((cell) => cell.seed === seed);
          const sizes = own.filter(({ arm }) => arm !== 'sequential').map(({ batchSize }) => batchSize ?? 0);
          expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
          expect(own.filter(({ arm }) => arm === 'sequential').length).toBe(
            plan.arms.includes('sequential') ? 1 : 0,
          );
          const naive = own.filter(({ arm }) => arm === 'naive').length;
          expect(naive).toBe(plan.arms.includes('naive') ? plan.sizes.length : 0);
        }
        expect(cells.filter(({ arm }) => arm === 'noLearning').length).toBe(
          plan.arms.includes('noLearning') ? 1 : 0,
        );
      }),
    );
  });

  it('take the published smallest step where there is no size to choose', () => {
    const plan = { arms: ['sequential'] as const, sizes: [], seeds: [7] };
    expect(sweepCells(plan, 'ace')).toEqual([{ position: 0, arm: 'sequential', batchSize: 1, seed: 7 }]);
    expect(sweepCells(plan, 'gepa')[0]?.batchSize).toBe(3);
  });
});

/** Runs a sweep to its end: each run uses some share of its caps, and ends in some order. */
function simulate(input: SweepStepInput, shares: readonly number[]) {
  let waiting = [...input.waiting];
  const reserves = new Map(input.waiting.map(({ id, reserve }) => [id, reserve]));
  let live: { id: string; caps: SweepAmount }[] = [];
  let charged = NOTHING;
  const started: string[] = [];
  let mostAtOnce = 0;
  for (let turn = 0; turn < 500; turn += 1) {
    const step = planSweepStep({ ...input, waiting, live: live.map(({ caps }) => caps), charged });
    for (const { id } of step.start) {
      started.push(id);
      live.push({ id, caps: reserves.get(id) ?? NOTHING });
    }
    waiting = waiting.filter(({ id }) => !step.start.some((cell) => cell.id === id));
    mostAtOnce = Math.max(mostAtOnce, live.length);
    const held = live.map(({ caps }) => caps).reduce(addSweepAmounts, charged);
    for (const kind of SWEEP_AMOUNT_KINDS) {
      const cap = input.budget[kind];
      if (cap !== null) expect(held[kind]).toBeLessThanOrEqual(cap + 1e-9);
    }
    if (step.over) return { started, waiting, waits: step.waits, mostAtOnce };
    const [ended, ...others] = live;
    const share = shares[turn % shares.length] ?? 1;
    if (ended) charged = addSweepAmounts(charged, scaled(ended.caps, share));
    live = others;
  }
  throw new Error('The sweep did not come to an end.');
}

const scaled = ({ usd, tokens, rollouts }: SweepAmount, share: number): SweepAmount => ({
  usd: usd * share,
  tokens: tokens * share,
  rollouts: rollouts * share,
});

const steps = fc
  .record({
    reserves: fc.array(amounts, { minLength: 1, maxLength: 25 }),
    budget: budgets,
    concurrent: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ reserves, budget, concurrent }): SweepStepInput => {
    const waiting = reserves.map((reserve, index) => ({ id: String(index), reserve, expectedMs: 1000 }));
    return { waiting, live: [], charged: NOTHING, budget, own: UNCAPPED, concurrent, msLeft: null };
  });

describe('what starts and what waits', () => {
  it('never lets used and held pass a cap, starts no cell twice, and keeps to the runs at once', () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
        (input, shares) => {
          const { started, waiting, waits, mostAtOnce } = simulate(input, shares);
          expect(new Set(started).size).toBe(started.length);
          expect(started.length + waiting.length).toBe(input.waiting.length);
          expect(waits.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort());
          expect(mostAtOnce).toBeLessThanOrEqual(input.concurrent);
        },
      ),
    );
  });

  it('starts every cell where nothing is capped, in the order of the cells', () => {
    fc.assert(
      fc.property(steps, (input) => {
        const { started, waits } = simulate({ ...input, budget: UNCAPPED }, [1]);
        expect(started).toEqual(input.waiting.map(({ id }) => id));
        expect(waits).toEqual([]);
      }),
    );
  });

  const cell = (id: string, tokens: number, expectedMs = 1000) => ({
    id,
    reserve: { ...NOTHING, tokens },
    expectedMs,
  });
  const step = (input: Partial<SweepStepInput>) =>
    planSweepStep({
      ...{ waiting: [], live: [], charged: NOTHING, budget: { ...UNCAPPED, tokens: 100 }, own: UNCAPPED },
      ...{ concurrent: 4, msLeft: null },
      ...input,
    });

  it('gives a started cell its reserve as a hard cap, never more than the experiment allows', () => {
    const { start } = step({ waiting: [cell('a', 60)], own: { ...UNCAPPED, tokens: 50, usd: 3 } });
    expect(start).toEqual([{ id: 'a', caps: { ...UNCAPPED, tokens: 50, usd: 3 } }]);
  });

  it('lets no smaller cell overtake one that waits for room, and passes over one that can never fit', () => {
    const waits = step({ waiting: [cell('a', 60), cell('b', 10)], live: [{ ...NOTHING, tokens: 50 }] });
    expect(waits.start).toEqual([]);
    expect(waits.waits.map(({ reason }) => reason)).toEqual(
      Array(2).fill(expect.stringContaining('have ended')),
    );
    const never = step({ waiting: [cell('a', 101), cell('b', 10)] });
    expect(never.start.map(({ id }) => id)).toEqual(['b']);
    expect(never.waits).toEqual([
      {
        id: 'a',
        reason: 'What is left of the budget (100 tokens) does not cover its reserve (101 tokens).',
      },
    ]);
  });

  it('starts nothing that would outlast the time of the sweep, and gives what is left as a deadline', () => {
    const { start, waits } = step({ waiting: [cell('a', 1, 9000), cell('b', 1, 2000)], msLeft: 5000 });
    expect(start.map(({ id, caps }) => [id, caps.wallMs])).toEqual([['b', 5000]]);
    expect(waits[0]?.reason).toContain('9 s, and 5 s');
    expect(step({ waiting: [cell('a', 1)], msLeft: 0 }).over).toBe(true);
  });
});

const result = (scores: readonly (number | null)[], rest: Partial<CellResult> = {}): CellResult => ({
  exampleIds: scores.map((_, index) => `e${index}`),
  scores,
  seedMean: 0.5,
  learningMs: 1000,
  totalMs: 2000,
  taintedIterations: 0,
  iterations: 1,
  costUsd: 0.1,
  tokens: 100,
  calls: 10,
  rollouts: 5,
  evaluationRollouts: 5,
  failures: 0,
  playbookTokens: 50,
  bullets: 2,
  ...rest,
});

const answeredCells = fc.array(
  fc.record({
    arm: fc.constantFrom('naive' as const, 'combee' as const, 'topK' as const),
    batchSize: fc.constantFrom(10, 20),
    seed: fc.nat(3),
    result: fc
      .record({
        scores: fc.array(fc.constantFrom(0, 1), { minLength: 4, maxLength: 4 }),
        learningMs: fc.nat(9),
      })
      .map(({ scores, learningMs }) => result(scores, { learningMs: learningMs * 100 })),
  }),
  { maxLength: 20 },
);

const cellOf = (
  arm: AnsweredCell['arm'],
  seed: number,
  scores: readonly (number | null)[],
): AnsweredCell => ({
  ...{ arm, batchSize: arm === 'noLearning' ? null : 10, seed },
  result: result(scores),
});

describe('the figure of a sweep', () => {
  it('has on its front the rows that no other scores as high as for no more, and calls none dominated by noise', () => {
    fc.assert(
      fc.property(answeredCells, (cells) => {
        const { rows } = sweepFigure(cells);
        for (const { byLearning, learningMs, accuracy } of rows) {
          const isBeaten = rows.some(
            (other) =>
              other.learningMs.mean <= learningMs.mean &&
              other.accuracy.mean >= accuracy.mean &&
              (other.learningMs.mean < learningMs.mean || other.accuracy.mean > accuracy.mean),
          );
          expect(byLearning?.onFront).toBe(!isBeaten);
          // Four examples show no difference.
          expect(byLearning?.dominatedBy).toBeNull();
          expect(byLearning?.undecidedAgainst === null && isBeaten).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('calls dominated what a faster arm is shown to beat', () => {
    const right = (share: number) => Array.from({ length: 200 }, (_, at) => (at < share * 200 ? 1 : 0));
    const slow = { ...cellOf('naive', 1, right(0.4)), result: result(right(0.4), { learningMs: 9000 }) };
    const { rows } = sweepFigure([slow, cellOf('combee', 1, right(0.8))]);
    expect(rows.map(({ arm, byLearning }) => [arm, byLearning])).toEqual([
      ['naive', { onFront: false, dominatedBy: 'combee/10', undecidedAgainst: null }],
      ['combee', { onFront: true, dominatedBy: null, undecidedAgainst: null }],
    ]);
  });

  it('takes each difference over the seeds of each arm, and turns its sign with the scores', () => {
    const cells = [
      ...[cellOf('naive', 1, [0, 0, 1, 1]), cellOf('naive', 2, [0, 0, 0, 1])],
      ...[cellOf('combee', 1, [1, 0, 1, 1]), cellOf('combee', 2, [0, 1, 1, 1])],
    ];
    const [forth] = sweepFigure(cells).differences;
    expect(forth).toMatchObject({
      reference: 'naive',
      arm: 'combee',
      batchSize: 10,
      n: 4,
      includesTraining: true,
    });
    expect([forth?.seeds, forth?.referenceSeeds, forth?.verdict]).toEqual([[1, 2], [1, 2], 'undecided']);
    expect(forth?.mean).toBeCloseTo(0.375);
    const swap = (cell: AnsweredCell) =>
      ({ ...cell, arm: cell.arm === 'naive' ? 'combee' : 'naive' }) as const;
    const [back] = sweepFigure(cells.map(swap)).differences;
    expect(back?.mean).toBeCloseTo(-0.375);
    expect(back?.lower).toBeCloseTo(-(forth?.upper ?? 0));
  });

  it('places and compares no arm of which a score is in doubt, and keeps the reason', () => {
    const doubt = { code: 'superseded', word: 'Superseded', sentence: 'Ada put aside 3 answers.' } as const;
    const cells = [
      cellOf('naive', 1, [1, 1, 0, 0]),
      { ...cellOf('combee', 1, [1, 1, 1, 1]), doubt },
      cellOf('combee', 2, [1, 1, 1, 1]),
    ];
    const { rows, differences } = sweepFigure(cells);
    expect(differences).toEqual([]);
    expect(rows.find(({ arm }) => arm === 'combee')).toMatchObject({
      doubt,
      byLearning: null,
      byTotal: null,
    });
    expect(rows.find(({ arm }) => arm === 'naive')?.byLearning).toMatchObject({ onFront: true });
  });

  it('compares with the one cell that learned nothing, and pairs by example id, not by order', () => {
    const turned = { ...result([0, 1]), exampleIds: ['e1', 'e0'] };
    const combee = [1, 2].map((seed) => ({ arm: 'combee' as const, batchSize: 8, seed, result: turned }));
    const [difference] = sweepFigure([cellOf('noLearning', 1, [1, 0]), ...combee]).differences;
    expect(difference).toMatchObject({
      reference: 'noLearning',
      seeds: [1, 2],
      referenceSeeds: [1],
      mean: 0,
      n: 2,
    });
  });

  it('says that one seed tells nothing of training, and gives the interval that the run itself has', () => {
    const scores = Array.from({ length: 50 }, (_, at) => (at < 40 ? 1 : 0));
    const [row] = sweepFigure([cellOf('naive', 1, scores)]).rows;
    expect(row?.accuracy).toEqual({ ...measure(scores), missing: 0, includesTraining: false });
  });

  it('keeps the width of the examples where seeds agree in all', () => {
    const scores = Array.from({ length: 200 }, (_, at) => (at < 177 ? 1 : 0));
    const [row] = sweepFigure([1, 2, 3].map((seed) => cellOf('naive', seed, scores))).rows;
    expect(row?.accuracy).toMatchObject({ n: 200, includesTraining: true });
    expect((row?.accuracy.upper ?? 0) - (row?.accuracy.lower ?? 0)).toBeGreaterThan(0.08);
  });

  it('leaves a missing score out of the means, counts it, and lets it count against every verdict', () => {
    const naive = Array.from({ length: 100 }, (_, at) => (at < 50 ? 1 : 0));
    const combee = naive.map((score, at) => (at >= 50 && at < 70 ? 1 : score));
    const whole = sweepFigure([cellOf('naive', 1, naive), cellOf('combee', 1, combee)]);
    expect(whole.differences[0]).toMatchObject({ n: 100, missing: 0, verdict: 'better' });
    const holed = combee.map((score, at) => (at < 30 ? null : score));
    const partly = sweepFigure([cellOf('naive', 1, naive), cellOf('combee', 1, holed)]);
    expect(partly.differences[0]).toMatchObject({ n: 70, missing: 30, verdict: 'undecided' });
    expect(partly.rows.at(-1)?.accuracy).toMatchObject({ n: 70, missing: 30 });
  });

  it('gives times of one seed, or of seeds that agree in all, no interval', () => {
    expect(overSeeds([0.5])).toEqual({ mean: 0.5, lower: null, upper: null, n: 1 });
    expect(overSeeds([0.4, 0.6]).lower).toBeLessThan(0.4);
    expect(overSeeds([0.5, 0.5])).toMatchObject({ lower: null, upper: null });
  });
});

describe('what playbooks are worth', () => {
  const of = (seed: number, rest: Partial<CellResult>) => ({
    ...{ arm: 'naive' as const, batchSize: 8, seed },
    result: result([1], rest),
  });
  const worth = (held: number | null) => ({
    ...{ highValueBullets: 4, helpfulMarks: 9 },
    insights: held === null ? null : { wentIn: 10, held },
  });

  it('is a mean over all seeds of a row, or none at all', () => {
    const [row] = sweepFigure([of(1, { worth: worth(2) }), of(2, { worth: worth(4) })]).rows;
    expect(row?.highValueBullets?.mean).toBe(4);
    expect(row?.insightsHeld?.mean).toBeCloseTo(0.3);
    expect(row?.insightsHeld?.lower).toBeGreaterThanOrEqual(0);
    const [partly] = sweepFigure([of(1, { worth: worth(2) }), of(2, { worth: worth(null) })]).rows;
    expect([partly?.insightsHeld, partly?.helpfulMarks?.mean]).toEqual([null, 9]);
    expect(sweepFigure([of(1, { worth: worth(2) }), of(2, {})]).rows[0]?.helpfulMarks).toBeNull();
  });
});

describe('what is told of a sweep', () => {
  it('scales what waits by what the done cells took, and is never shorter than the longest cell', () => {
    const done = [{ expectedMs: 100, tookMs: 200 }];
    expect(sweepTimeLeftMs({ done, liveMs: [50], waitingMs: [100, 100], concurrent: 2 })).toBe(225);
    expect(sweepTimeLeftMs({ done: [], liveMs: [500], waitingMs: [], concurrent: 8 })).toBe(500);
  });

  it('quotes what a comma or a spreadsheet would tear apart', () => {
    expect(sweepCsv([{ name: 'a, "b"', rule: '=1+1', n: null }])).toBe(
      'name,rule,n\r\n"a, ""b""",\'=1+1,\r\n',
    );
  });
});
