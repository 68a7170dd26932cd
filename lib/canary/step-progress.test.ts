import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallerSums } from '@/lib/domain/caller-sums';
import type { StepProgress } from '@/lib/domain/canary-progress';
import {
  type ArmScore,
  addOutcome,
  type CallerChange,
  NO_STEP,
  NOTHING_OF_CALLER,
  withCallers,
} from './step-progress';

const outcome = (score: number | null, rest: Partial<ArmScore> = {}): ArmScore => ({
  ...{ variant: 'challenger', score, failure: score === null ? 'timeout' : null, costUsd: null },
  ...rest,
});
const all = (outcomes: readonly ArmScore[], from: CallerSums = NOTHING_OF_CALLER) =>
  outcomes.reduce(addOutcome, from);
const change = (after: CallerSums, before: CallerSums = NOTHING_OF_CALLER): CallerChange => ({
  ...{ variant: 'challenger', before, after },
});

describe('the arms of a step', () => {
  it('count a caller once, with the mean of what came of their requests; a failure scores 0', () => {
    const busy = all([outcome(1), outcome(1), outcome(0), outcome(null)]);
    const once = all([outcome(1)]);
    const { challenger, failures, control } = withCallers(NO_STEP, [change(busy), change(once)]);
    expect(challenger).toEqual({ n: 2, sum: 1.5, sumSquares: 1.25 });
    expect(failures?.challenger).toEqual({ n: 2, sum: 0.25, sumSquares: 0.0625 });
    expect(control.n).toBe(0);
  });

  it('reckon costs of those only that were measured', () => {
    const paid = all([outcome(1, { costUsd: 0.2 }), outcome(1), outcome(1, { costUsd: 0.4 })]);
    const { costs } = withCallers(NO_STEP, [change(paid), change(all([outcome(1)]))]);
    expect(costs?.challenger.n).toBe(1);
    expect(costs?.challenger.sum).toBeCloseTo(0.3, 12);
  });

  it('are the same however the requests of a caller were cut into batches', () => {
    const score = fc.constantFrom(0, 0.25, 1, null);
    fc.assert(
      fc.property(fc.array(fc.array(score, { minLength: 1, maxLength: 8 }), { maxLength: 6 }), (batches) => {
        const given = batches.map((batch) => batch.map((one) => outcome(one)));
        let [progress, before]: [StepProgress, CallerSums] = [NO_STEP, NOTHING_OF_CALLER];
        for (const batch of given) {
          const after = all(batch, before);
          progress = withCallers(progress, [change(after, before)]);
          before = after;
        }
        const at = given.length === 0 ? NO_STEP : withCallers(NO_STEP, [change(all(given.flat()))]);
        expect(progress.challenger.n).toBe(at.challenger.n);
        expect(progress.challenger.sum).toBeCloseTo(at.challenger.sum, 9);
        expect(progress.challenger.sumSquares).toBeCloseTo(at.challenger.sumSquares, 9);
      }),
    );
  });
});
