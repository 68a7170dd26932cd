import type { RunTotalsView } from '@/lib/contracts/run-totals';
import { formatUsd, plural } from './numbers';

/** What the head of the overview says of all runs. Real and practice money stand apart; they are never summed. */
type Money = NonNullable<RunTotalsView['real']>;

/** What is known, and of how many runs nothing is known; a sum of known parts alone would read as the whole. */
export function moneyWords({ spendUsd, unknownRuns, runs }: Money): string {
  if (unknownRuns === 0) return formatUsd(spendUsd);
  if (unknownRuns === runs) return 'unknown';
  return `${formatUsd(spendUsd)} + unknown of ${plural(unknownRuns, 'run')}`;
}

/** What the same answers would have cost had none of them been asked before; nothing where that is the same. */
export function atListPrice(money: Money | null): string {
  if (money === null || formatUsd(money.costUsd) === formatUsd(money.spendUsd)) return '';
  return `; ${formatUsd(money.costUsd)} had no answer been reused`;
}
