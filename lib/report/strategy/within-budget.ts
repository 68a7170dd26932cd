import type { Budget } from '@/lib/domain/spend';
import type { ExpectedCost } from './strategy-input';

/**
 * An expectation cut at the hard budget: a run that a cap ends has done that share of its work, and a plan that expects
 * more than its own cap lets through would contradict itself. The tightest cap counts; shares are of the whole run.
 */
export function withinBudget(expected: ExpectedCost, budget: Budget): ExpectedCost {
  const { estimate, isPriced } = expected;
  const caps: readonly (readonly [cap: number | null | undefined, expected: number | null])[] = [
    [budget.rollouts, estimate.rollouts],
    [budget.tokens, estimate.tokens],
    [budget.usd, isPriced ? estimate.usd : null],
    [budget.gpuSeconds, estimate.gpuSeconds],
    [budget.wallMs, estimate.totalMs],
  ];
  const share = Math.min(
    1,
    ...caps.flatMap(([cap, amount]) => (cap == null || amount === null || amount <= 0 ? [] : [cap / amount])),
  );
  if (share === 1) return expected;
  return {
    ...expected,
    iterations: Math.max(1, Math.ceil(expected.iterations * share)),
    endsAtBudget: true,
    estimate: {
      usd: estimate.usd * share,
      tokens: estimate.tokens * share,
      rollouts: estimate.rollouts * share,
      calls: estimate.calls * share,
      evaluationRollouts: estimate.evaluationRollouts * share,
      gpuSeconds: estimate.gpuSeconds === null ? null : estimate.gpuSeconds * share,
      learningMs: estimate.learningMs * share,
      totalMs: estimate.totalMs * share,
    },
  };
}
