import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import { preparePlanRows } from '@/lib/view/plan-rows';
import { boundRunState, type RunStateLimits } from './bound-run-state';
import { reduceRun } from './reduce-run';
import { EMPTY_RUN_STATE, type RunState } from './run-state';
import { longLedger } from './testing/long-ledger';
import { SMALL_LEDGER } from './testing/small-ledger';

const TIGHT: RunStateLimits = { scanNodes: 20, textChars: 40, similarities: 6, plans: 10, points: 1_000 };

/** The parts of a state that charts and lists count by. */
const counted = (state: RunState) => ({
  ...state,
  plans: state.plans.at(-1),
  plansLeftOut: 0,
  candidates: state.candidates.map(({ hash, iteration, bullets, tokens }) => [
    hash,
    iteration,
    bullets,
    tokens,
  ]),
  iterations: state.iterations.map((one) => [
    ...[one.iteration, one.size, one.planned, one.rollouts, one.correct, one.measured],
    one.closed?.trainExamplesSeen,
  ]),
});

describe('boundRunState', () => {
  it('leaves a run whose details fit exactly as it is', () => {
    const state = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER);
    expect(boundRunState(state)).toEqual(state);
  });

  it('keeps every number that is counted, and the details of the newest', () => {
    const whole = reduceRun(EMPTY_RUN_STATE, longLedger(60));
    const bounded = boundRunState(whole, TIGHT);
    expect(counted(bounded)).toEqual(counted(whole));
    expect(bounded.iterations.at(-1)).toEqual(whole.iterations.at(-1));
    expect(bounded.iterations[0]).toMatchObject({
      isThin: true,
      reflections: [],
      groups: [],
      candidate: null,
    });
    expect(bounded.candidates.at(-1)?.text).toBe(whole.candidates.at(-1)?.text);
    expect(bounded.candidates[0]?.text).toBeNull();
  });

  it('is folded on from as the whole state is, wherever it was cut', () => {
    const ledger = longLedger(12);
    const whole = counted(reduceRun(EMPTY_RUN_STATE, ledger));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ledger.length }), (cut) => {
        const first = boundRunState(reduceRun(EMPTY_RUN_STATE, ledger.slice(0, cut)), TIGHT);
        expect(counted(boundRunState(reduceRun(first, ledger.slice(cut)), TIGHT))).toEqual(whole);
      }),
    );
  });

  it('keeps of plans that say the same what their table shows, and says how many others it left out', () => {
    const fixed = Array.from(
      { length: 50 },
      (_, iteration): BatchPlan => ({
        ...{
          iteration,
          size: 10,
          reason: 'static',
          basis: { kind: 'fixed', size: 10, statedReason: 'Fixed.' },
          caps: [],
          fit: null,
          plateau: null,
        },
        extrapolated: false,
        inputs: {
          ...{ remainingExamples: 500 - iteration, lanes: 4, promptTokens: 9, tokensPerRollout: null },
          ...{ rewardVariance: null, finishedIterations: iteration },
        },
      }),
    );
    const same = boundRunState({ ...EMPTY_RUN_STATE, plans: fixed }, TIGHT);
    expect(same.plans.length).toBe(2);
    expect(preparePlanRows(same.plans)).toEqual(preparePlanRows(fixed));
    expect(same.plansLeftOut).toBe(0);
    const own = fixed.map((one) => ({ ...one, reason: 'plateau' as const }));
    const cut = boundRunState({ ...EMPTY_RUN_STATE, plans: own }, TIGHT);
    expect(cut.plans.length + cut.plansLeftOut).toBe(50);
    expect(cut.plans.at(-1)).toEqual(own.at(-1));
    expect(cut.plans[0]).toEqual(own[0]);
  });

  describe('at 100,000 points', () => {
    const COUNT = 100_000;
    const score = (mean: number) => ({ mean, lower: null, upper: null, n: 10 }) as never;
    const meanAt = (index: number) => (index === 31_007 ? 0.99 : index === 52_013 ? 0.01 : 0.5);
    const measured = (index: number) => ({
      ...{
        iteration: index,
        candidateHash: `${index}`,
        trainExamplesSeen: index,
        trials: index,
        failures: 0,
      },
      ...{ score: score(meanAt(index)), best: index === 31_007, spent: null, atMs: index },
    });
    const window = (iteration: number) => ({
      ...{ iteration, examples: 10, score: score(meanAt(iteration)), soFar: score(0.5) },
    });
    const trial = (index: number) => ({
      ...{ iteration: 0, trial: index, choices: {}, candidateHash: `${index}`, score: score(meanAt(index)) },
      ...{ full: true, best: index === 31_007 },
    });
    /** As it is folded: so many at once, bounded after each. */
    function foldedBy(step: number): RunState {
      let state: RunState = EMPTY_RUN_STATE;
      for (let from = 0; from < COUNT; from += step) {
        const fresh = Array.from({ length: Math.min(step, COUNT - from) }, (_, index) => from + index);
        state = boundRunState({
          ...state,
          measurements: [...state.measurements, ...fresh.map(measured)],
          online: [...state.online, ...fresh.map(window)],
          trials: [...state.trials, ...fresh.map(trial)],
        });
      }
      return state;
    }

    it.each([COUNT, 5_000, 37])(
      'keeps a page small, with its ends, extremes and totals, folded by %i',
      (step) => {
        const { measurements, online, trials, leftOut } = foldedBy(step);
        for (const [points, gone] of [
          [measurements, leftOut.measurements],
          [online, leftOut.online],
          [trials, leftOut.trials],
        ] as const) {
          expect(points.length).toBeLessThanOrEqual(1_000);
          expect(points.length).toBeGreaterThan(500);
          expect(points.length + gone).toBe(COUNT);
          const means = points.map((point) => point.score.mean);
          expect([Math.min(...means), Math.max(...means)]).toEqual([0.01, 0.99]);
        }
        const order = measurements.map(({ iteration }) => iteration);
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect([order[0], order.at(-1), order.at(-400)]).toEqual([0, COUNT - 1, COUNT - 400]);
        expect(measurements.findLast(({ best }) => best)?.iteration).toBe(31_007);
        expect(trials.findLast(({ best }) => best)?.trial).toBe(31_007);
        expect(JSON.stringify({ measurements, online, trials }).length).toBeLessThan(1_000_000);
      },
    );
  });
});
