import type { CallerSums } from '@/lib/domain/caller-sums';
import type { StepProgress } from '@/lib/domain/canary-progress';
import { NOTHING_SUMMED, type RunningSums, withNumber } from '@/lib/stats/running-sums';

/**
 * A live step on its way: what the callers of either arm scored, failed and cost so far. A caller counts once, with the
 * mean of what came of their requests, however often they ask: ten answers to one user are no ten witnesses. A failed
 * answer scores 0. Knows no rows and no clock. Cost: a few additions an outcome.
 */
export type ArmSums = NonNullable<StepProgress['failures']>;

export const NO_ARMS: ArmSums = { control: NOTHING_SUMMED, challenger: NOTHING_SUMMED };

export const NO_STEP: StepProgress = { ...NO_ARMS, looks: 0, latest: null };

export interface ArmScore {
  readonly variant: 'challenger' | 'control';
  /** Null = failed. */
  readonly score: number | null;
  readonly failure: string | null;
  /** Null = not measured. */
  readonly costUsd: number | null;
  /** Posted guardrail scores of this answer. */
  readonly custom?: Readonly<Record<string, number>> | null;
}

export const NOTHING_OF_CALLER: CallerSums = { n: 0, score: 0, failures: 0, priced: 0, costUsd: 0 };

export function addOutcome(sums: CallerSums, { score, failure, costUsd, custom }: ArmScore): CallerSums {
  return {
    n: sums.n + 1,
    score: sums.score + (score ?? 0),
    failures: sums.failures + Number(failure !== null),
    priced: sums.priced + Number(costUsd !== null),
    costUsd: sums.costUsd + (costUsd ?? 0),
    ...(custom ? { custom: withCustom(sums.custom ?? {}, custom) } : sums.custom && { custom: sums.custom }),
  };
}

function withCustom(
  sums: NonNullable<CallerSums['custom']>,
  scores: Readonly<Record<string, number>>,
): NonNullable<CallerSums['custom']> {
  const added = Object.entries(scores).map(([name, value]) => {
    const { n, sum } = sums[name] ?? { n: 0, sum: 0 };
    return [name, { n: n + 1, sum: sum + value }] as const;
  });
  return { ...sums, ...Object.fromEntries(added) };
}

export interface CallerChange {
  readonly variant: ArmScore['variant'];
  readonly before: CallerSums;
  readonly after: CallerSums;
}

export function withCallers(before: StepProgress, callers: readonly CallerChange[]): StepProgress {
  let { failures = NO_ARMS, costs = NO_ARMS, custom = {}, ...progress } = before;
  for (const { variant, before: was, after: is } of callers) {
    const recount = (sums: RunningSums, read: (one: CallerSums) => number | null) =>
      withMean(sums, { was: read(was), is: read(is) });
    progress = { ...progress, [variant]: recount(progress[variant], share('score')) };
    failures = { ...failures, [variant]: recount(failures[variant], share('failures')) };
    costs = { ...costs, [variant]: recount(costs[variant], meanCost) };
    for (const name of Object.keys(is.custom ?? {})) {
      const arms = custom[name] ?? NO_ARMS;
      const counted = { ...arms, [variant]: recount(arms[variant], meanCustom(name)) };
      custom = { ...custom, [name]: counted };
    }
  }
  return { ...progress, failures, costs, custom };
}

const share = (name: 'score' | 'failures') => (sums: CallerSums) =>
  sums.n === 0 ? null : sums[name] / sums.n;
const meanCost = ({ priced, costUsd }: CallerSums) => (priced === 0 ? null : costUsd / priced);

const meanCustom = (name: string) => (sums: CallerSums) => {
  const found = sums.custom?.[name];
  return found === undefined ? null : found.sum / found.n;
};

/** A caller's mean comes in, or takes the place of what it was; null = there is none. */
function withMean(
  sums: RunningSums,
  { was, is }: { readonly was: number | null; readonly is: number | null },
): RunningSums {
  if (is === null) return sums;
  if (was === null) return withNumber(sums, is);
  return {
    n: sums.n,
    sum: sums.sum - was + is,
    sumSquares: Math.max(0, sums.sumSquares - was * was + is * is),
  };
}
