import type { Budget } from '@/lib/domain/spend';
import type { IntakeAmounts, Range } from '@/lib/report/intake-estimate';
import type { ExpectedCost } from './strategy-input';

/**
 * An expectation cut at the hard budget: a run that a cap ends has done that share of its work, and a plan that expects
 * more than its own cap lets through would contradict itself. The tightest cap counts; shares are of the whole run.
 */
export function withinBudget(given: ExpectedCost, budget: Budget): ExpectedCost {
  const { estimate, isPriced } = given;
  const share = shareWithin(budget, { ...estimate, usd: isPriced ? estimate.usd : null });
  const expected = { ...given, amounts: rangesWithin(given.amounts, budget) };
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

interface Asked extends Readonly<Record<'rollouts' | 'tokens' | 'totalMs', number>> {
  /** Null = not known, so its cap says nothing of the share. */
  readonly usd: number | null;
  readonly gpuSeconds: number | null;
}

function shareWithin(budget: Budget, asked: Asked): number {
  const caps: readonly (readonly [cap: number | null | undefined, expected: number | null])[] = [
    [budget.rollouts, asked.rollouts],
    [budget.tokens, asked.tokens],
    [budget.usd, asked.usd],
    [budget.gpuSeconds, asked.gpuSeconds],
    [budget.wallMs, asked.totalMs],
  ];
  return Math.min(
    1,
    ...caps.flatMap(([cap, amount]) => (cap == null || amount === null || amount <= 0 ? [] : [cap / amount])),
  );
}

const MS_PER_MINUTE = 60_000;

/** Each end is a run of its own and is cut by itself: what asked for more may be cut to less, so the ends are put in order. */
function rangesWithin(amounts: IntakeAmounts, budget: Budget): IntakeAmounts {
  const [low, high] = (['low', 'high'] as const).map((end) =>
    shareWithin(budget, {
      rollouts: amounts.rollouts[end],
      tokens: amounts.tokens[end],
      usd: amounts.usd?.[end] ?? null,
      gpuSeconds: amounts.gpuSeconds?.[end] ?? null,
      totalMs: amounts.minutes[end] * MS_PER_MINUTE,
    }),
  );
  const cut = (range: Range): Range => {
    const ends = [range.low * (low ?? 1), range.high * (high ?? 1)];
    return { low: Math.min(...ends), high: Math.max(...ends) };
  };
  return {
    rollouts: cut(amounts.rollouts),
    tokens: cut(amounts.tokens),
    gpuSeconds: amounts.gpuSeconds && cut(amounts.gpuSeconds),
    usd: amounts.usd && cut(amounts.usd),
    minutes: cut(amounts.minutes),
  };
}
