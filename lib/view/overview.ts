import type { RunTotalsView } from '@/lib/contracts/run-totals';
import { formatUsd, plural } from './numbers';

/** Totals of all runs at the top of the overview. Real and practice money are separate and never summed. */
type Money = NonNullable<RunTotalsView['real']>;

/** Known spend and the number of runs without a known one; the known sum alone would read as the whole. */
export function moneyWords({ spendUsd, unknownRuns, runs }: Money): string {
  if (unknownRuns === 0) return formatUsd(spendUsd);
  if (unknownRuns === runs) return 'unknown';
  return `${formatUsd(spendUsd)} + unknown of ${plural(unknownRuns, 'run')}`;
}

/** List price of the same answers without any cache hit; empty where it equals the spend. */
export function atListPrice(money: Money | null): string {
  if (money === null || formatUsd(money.costUsd) === formatUsd(money.spendUsd)) return '';
  return `; ${formatUsd(money.costUsd)} had no answer been reused`;
}
