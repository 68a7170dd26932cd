import { describe, expect, it } from 'vitest';
import type { BatchPlan, PowerLawFit } from '@/lib/domain/batch-plan';
import { prepareBatchFit } from './batch-fit';
import { prepareOverview } from './overview';
import { preparePlanRows } from './plan-rows';
import { reduceRun } from './reduce-run';
import { EMPTY_RUN_STATE } from './run-state';
import { SMALL_LEDGER } from './testing/small-ledger';

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
    explanation: 'Because.',
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
    const distrusted = { ...FIT, degenerate: 'R² is 0.2, below 0.5' };
    expect(summaryOf(plan(0, { reason: 'degenerate', fit: distrusted }))).toContain(
      'No usable fit: R² is 0.2, below 0.5. The size in use is 4.',
    );
  });

  it('says what the line leaves out, so that points off it do not surprise', () => {
    expect(summaryOf(plan(0, { fit: FIT }))).not.toContain('The line holds');
    const changed = { ...FIT, promptExponent: 0.5, steps: [{ iteration: 3, factor: 2 }] };
    expect(summaryOf(plan(0, { fit: changed }))).toContain(
      'The line holds for the prompt as long as it is now and conditions as they are after 1 change of pace',
    );
  });

  it('folds what is fixed by hand into one row and keeps every other plan', () => {
    const fixed = Array.from({ length: 250 }, (_, index) => plan(index, { reason: 'static', size: 1 }));
    expect(preparePlanRows(fixed).map((row) => row.iterations)).toEqual(['1–250']);
    expect(preparePlanRows([plan(0), plan(1)]).map((row) => row.iterations)).toEqual(['2', '1']);
  });

  it('never adds practice money to real money', () => {
    const run = (practice: boolean, spendUsd: number) => ({
      id: 'run',
      label: 'Run',
      status: 'finished' as const,
      practice,
      summary: { bestScore: null, spend: { spendUsd, costUsd: spendUsd } },
    });
    expect(prepareOverview([run(true, 5), run(false, 2)])).toMatchObject({
      real: { spendUsd: 2 },
      practice: { spendUsd: 5 },
    });
    expect(prepareOverview([run(true, 5)]).real).toBeNull();
  });
});
