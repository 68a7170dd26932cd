import { describe, expect, it } from 'vitest';
import type { BatchPlan, PowerLawFit } from '@/lib/domain/batch-plan';
import { boundRunState } from '@/lib/projection/bound-run-state';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { SMALL_LEDGER } from '@/lib/projection/testing/small-ledger';
import { prepareBatchFit } from './batch-fit';
import { prepareBatchPlans } from './batch-plan-chart';
import { preparePlanRows } from './plan-rows';

const state = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER);

const FIT: PowerLawFit = {
  A: 1000,
  alpha: 0.8,
  alphaLower: 0.6,
  alphaUpper: 1,
  r2: 0.9,
  points: 4,
  degenerate: null,
};

function plan(iteration: number, rest: Partial<BatchPlan> = {}): BatchPlan {
  return {
    iteration,
    size: 4,
    reason: 'plateau',
    basis: { kind: 'smallest', size: 4 },
    caps: [],
    fit: null,
    plateau: null,
    extrapolated: false,
    inputs: {
      remainingExamples: 8,
      lanes: 4,
      promptTokens: 1,
      tokensPerRollout: null,
      rewardVariance: null,
      finishedIterations: iteration,
    },
    ...rest,
  };
}

const summaryOf = (...plans: BatchPlan[]) => prepareBatchFit({ ...state, plans }).summary;

describe('batch plans for people', () => {
  it('says why there is no line', () => {
    expect(summaryOf(plan(0, { reason: 'static', size: 1 }))).toContain('The size is fixed at 1');
    expect(summaryOf(plan(0, { reason: 'profiling' }))).toContain('No usable fit yet.');
    const distrusted = { ...FIT, degenerate: { code: 'r2', value: 0.2, floor: 0.5 } } as const;
    expect(summaryOf(plan(0, { reason: 'degenerate', fit: distrusted }))).toContain(
      'No usable fit: R² 0.20 is below 0.5. The size in use is 4.',
    );
  });

  it('keeps the whole band of the line within the axis', () => {
    const wide = { ...FIT, alphaLower: -1.5, alphaUpper: 2.5 };
    const { line, secondTicks } = prepareBatchFit({ ...state, plans: [plan(0, { fit: wide })] });
    expect(line.length).toBeGreaterThan(0);
    for (const end of line.flatMap(({ band }) => band)) {
      expect(end).toBeGreaterThanOrEqual(secondTicks[0] ?? Number.NaN);
      expect(end).toBeLessThanOrEqual(secondTicks.at(-1) ?? Number.NaN);
    }
  });

  it('names the limits of the line, so that points off it are explained', () => {
    expect(summaryOf(plan(0, { fit: FIT }))).not.toContain('The line holds');
    const changed = { ...FIT, promptExponent: 0.5, steps: [{ iteration: 3, factor: 2 }] };
    expect(summaryOf(plan(0, { fit: changed }))).toContain(
      'The line holds for the prompt as long as it is now and conditions as they are after 1 change of pace',
    );
  });

  it('marks the chosen size as beyond the profile, but not a remainder', () => {
    const size = plan(0, { size: 128, fit: FIT });
    const leftover = plan(1, { size: 2, reason: 'lastPartial', fit: FIT, extrapolated: true });
    expect(summaryOf(size, leftover)).toContain('size in use 128.');
    expect(summaryOf({ ...size, extrapolated: true }, leftover)).toContain('128, beyond twice the profiled');
  });

  it('folds plans fixed by hand into one row and keeps every other plan', () => {
    const fixed = Array.from({ length: 250 }, (_, index) => plan(index, { reason: 'static', size: 1 }));
    expect(preparePlanRows(fixed).map((row) => row.iterations)).toEqual(['1–250']);
    expect(preparePlanRows([plan(0), plan(1)]).map((row) => row.iterations)).toEqual(['2', '1']);
  });
});

describe('planned and used sizes as a chart', () => {
  const origin = { split: 'heldOut', hardware: 'this machine', practice: true } as const;
  const closed = { ...state.iterations[0], iteration: 0, size: 3, closed: { trainExamplesSeen: 3 } };

  it('draws each plan next to the size used, and a running iteration as a gap', () => {
    const iterations = [closed] as unknown as typeof state.iterations;
    const plans = [plan(0), plan(1, { size: 8, caps: ['lanes'] })];
    const chart = prepareBatchPlans({ plans, iterations }, origin);
    expect(chart.rows.map(({ x, values, note }) => [x, values, note])).toEqual([
      ['1', { planned: 4, used: 3 }, 'Plateau of the fit'],
      ['2', { planned: 8, used: null }, 'Plateau of the fit, capped by lanes'],
    ]);
    expect(chart.summary).toBe(
      'From 4 the size changed 1 time, last to 8 in iteration 2 (Plateau of the fit, capped by lanes). 1 iteration used fewer examples than planned.',
    );
    expect(chart.origin).toContain('train · this machine · practice model');
  });

  it('counts the repeated plans that a long run left out, and says where the older ones are', () => {
    const chart = prepareBatchPlans({ plans: [plan(0), plan(10)], iterations: [] }, origin);
    expect(chart.summary).toBe('It stayed at 4 in 11 plans (Plateau of the fit).');
    expect(chart.everyRow).toHaveLength(11);
    const late = prepareBatchPlans({ plans: [plan(119), plan(120)], iterations: [] }, origin);
    expect(late.summary).toMatch(/in 2 plans .+ Plans before iteration 120 stand in the ledger only\.$/);
  });

  it('has the true count of a bounded run, and merges neighbours where there are many', () => {
    const whole = Array.from({ length: 2000 }, (_, at) =>
      at % 12 === 11
        ? plan(at, { size: 3, reason: 'lastPartial' })
        : plan(at, { size: 10, reason: 'static' }),
    );
    const { plans } = boundRunState({ ...state, plans: whole });
    expect(plans.length).toBeLessThan(600);
    const chart = prepareBatchPlans({ plans, iterations: [] }, origin);
    const { plans: few } = boundRunState({ ...state, plans: whole.slice(0, 1000) });
    expect(prepareBatchPlans({ plans: few, iterations: [] }, origin).summary).toContain(
      'It stayed at 10 in 917 plans',
    );
    expect(chart.rows.length).toBeLessThanOrEqual(32);
    expect(chart.rows[5]).toMatchObject({ values: { planned: 10, used: null }, least: { planned: 3 } });
    expect(chart.summary).toMatch(/covers up to \d+ iterations: .+ The table lists each one\.$/);
  });

  it('distinguishes a remainder from a chosen size', () => {
    const left = plan(2, { size: 1, reason: 'lastPartial', caps: ['remaining'] });
    const chart = prepareBatchPlans({ plans: [plan(0), plan(1), left], iterations: [] }, origin);
    expect(chart.summary).toBe(
      'It stayed at 4 in 2 plans (Plateau of the fit). Iteration 3 took the last example.',
    );
  });
});
