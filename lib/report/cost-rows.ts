/**
 * How the rows of what a run's calls cost are added up, in all and until a point; ./cost-parts has them by role and by
 * iteration. Every number of the cost report is made of those rows alone, so that no two places can disagree. Knows
 * nothing of scores, prompts or other runs.
 */
import type { CauseCode, CauseCounts } from '@/lib/domain/cause';
import type { CostRow } from '@/lib/domain/cost-row';
import { invariant } from '@/lib/errors/invariant';

/** Sums for people: dollars, and null wherever a part of the sum is unknown. */
export interface CostTotals {
  readonly calls: number;
  readonly unanswered: number;
  /** Calls without a usable reply, and the same by cause. */
  readonly failures: number;
  readonly causes: CauseCounts;
  readonly refused: number;
  readonly cached: number;
  readonly possiblyPaidTwice: number;
  readonly unpriced: number;
  /** Training rollouts; those on held-out and selection stand apart (rulings E1). */
  readonly rollouts: number;
  readonly evaluationRollouts: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  /** In and out, as every comparison counts them. */
  readonly tokens: number;
  /** Null = not measured. */
  readonly gpuSeconds: number | null;
  /** Null = not known: a model has no price. */
  readonly costUsd: number | null;
  readonly spendUsd: number | null;
  /** Largest amount that may have been paid in addition, for calls sent again after a crash. */
  readonly twiceUsdMax: number;
}

const NANO = 1e9;

/** Exact as long as the sum stays below nine million dollars, where integers stop being whole. */
export function usdOfNano(nano: number): number {
  invariant(Number.isSafeInteger(nano), 'A sum of nanodollars must be a whole number.', { nano });
  return nano / NANO;
}

/** An operator's program or evaluator is no model: it takes no tokens and Waggle keeps no price of it. */
export const unpricedOf = ({ purpose, unpriced }: CostRow): number =>
  purpose === 'environment' ? 0 : unpriced;

/** Doubles: unrounded, their last digits would tell in which parts they were added up. */
const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

const NOTHING = {
  ...{ calls: 0, unanswered: 0, failures: 0, refused: 0, cached: 0 },
  ...{ possiblyPaidTwice: 0, tokensIn: 0, tokensOut: 0, tokensCached: 0, gpuSeconds: 0, gpuUnmeasured: 0 },
  ...{ costNano: 0, spendNano: 0, twiceNano: 0 },
};

/** Name by name: over the names in a loop it takes ten times as long, half a second for the prompts of a long run. */
function addTo(sum: { -readonly [Name in keyof typeof NOTHING]: number }, row: CostRow): void {
  sum.calls += row.calls;
  sum.unanswered += row.unanswered;
  sum.failures += row.failures;
  sum.refused += row.refused;
  sum.cached += row.cached;
  sum.possiblyPaidTwice += row.possiblyPaidTwice;
  sum.tokensIn += row.tokensIn;
  sum.tokensOut += row.tokensOut;
  sum.tokensCached += row.tokensCached;
  sum.gpuSeconds += row.gpuSeconds;
  sum.gpuUnmeasured += row.gpuUnmeasured;
  sum.costNano += row.costNano;
  sum.spendNano += row.spendNano;
  sum.twiceNano += row.twiceNano;
}

function addCauses(sum: { [Code in CauseCode]?: number }, { causes }: CostRow): void {
  for (const [code, calls] of Object.entries(causes) as [CauseCode, number][])
    sum[code] = (sum[code] ?? 0) + calls;
}

/** Goes through the rows once: a long run has thousands, and a sum for every part of every iteration. */
export function totalsOf(rows: readonly CostRow[]): CostTotals {
  const sum = { ...NOTHING };
  const causes: { [Code in CauseCode]?: number } = {};
  let [unpriced, rollouts, evaluationRollouts] = [0, 0, 0];
  for (const row of rows) {
    addTo(sum, row);
    addCauses(causes, row);
    unpriced += unpricedOf(row);
    const answered = row.calls - row.unanswered - row.refused;
    if (row.purpose === 'generate') rollouts += answered;
    if (row.purpose === 'evaluate') evaluationRollouts += answered;
  }
  const { calls, unanswered, failures, refused, cached, possiblyPaidTwice } = sum;
  const { tokensIn, tokensOut, tokensCached } = sum;
  return {
    ...{
      calls,
      unanswered,
      failures,
      causes,
      refused,
      cached,
      possiblyPaidTwice,
      unpriced,
    },
    ...{ rollouts, evaluationRollouts, tokensIn, tokensOut, tokensCached, tokens: tokensIn + tokensOut },
    gpuSeconds: sum.gpuUnmeasured > 0 ? null : toMicroseconds(sum.gpuSeconds),
    costUsd: unpriced > 0 ? null : usdOfNano(sum.costNano),
    spendUsd: unpriced > 0 ? null : usdOfNano(sum.spendNano),
    twiceUsdMax: usdOfNano(sum.twiceNano),
  };
}

/** Groups in the order of their first row. */
export function groupRows<Key extends string | number>(
  rows: readonly CostRow[],
  keyOf: (row: CostRow) => Key,
): ReadonlyMap<Key, readonly CostRow[]> {
  const groups = new Map<Key, CostRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Rows up to and including an iteration: all calls that led to its prompt, and the prompt's measurement. */
export function rowsUntil(rows: readonly CostRow[], iteration: number): readonly CostRow[] {
  return rows.filter((row) => row.iteration <= iteration);
}
