import type { StopReason } from '@/lib/domain/run';
import type { Budget } from '@/lib/domain/spend';
import type { MeasuredFacts } from './strategy-input';
import { count, dollars, duration, NOT_MEASURED, plural } from './words';

/**
 * Limits of the plan after a run has ended: for each, how much of a cap it used, and whether the limit is what
 * ended it. A report that repeats its plan reads as if the plan had been the result.
 */
export function usedOfBudget(budget: Budget, { record, costs }: MeasuredFacts): string {
  const { total } = costs;
  const of = (used: string, cap: string | null) => (cap === null ? used : `${used} of at most ${cap}`);
  const gpu = budget.gpuSeconds ?? null;
  return [
    of(plural(record.rollouts, 'training rollout'), budget.rollouts === null ? null : count(budget.rollouts)),
    of(plural(total.tokens, 'token'), budget.tokens === null ? null : count(budget.tokens)),
    of(dollars(total.spendUsd), budget.usd === null ? null : dollars(budget.usd)),
    ...(gpu === null
      ? []
      : [
          `GPU-seconds ${of(total.gpuSeconds === null ? NOT_MEASURED : count(total.gpuSeconds), count(gpu))}`,
        ]),
    of(duration(record.totalWallMs), budget.wallMs === null ? null : duration(budget.wallMs)),
  ].join(', ');
}

/** A clause behind a limit's words. */
export function endedBy(reason: StopReason, facts: MeasuredFacts): string {
  return facts.finished?.data.reason === reason ? 'this ended the run' : 'this did not end the run';
}
