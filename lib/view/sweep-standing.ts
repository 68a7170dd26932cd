import type { SweepView } from '@/lib/contracts/sweeps';
import { nameOf } from './sweep-series';

/** Standing of an arm on the front of time and score, in words, and whether it is decided. */
type Row = SweepView['figure']['rows'][number];

export function sweepStandingWords(standing: Row['byLearning'], rows: readonly Row[]): string | null {
  if (standing === null) return null;
  const named = (key: string) => {
    const row = rows.find((one) => one.key === key);
    return row ? nameOf(row) : key;
  };
  const { onFront, dominatedBy, undecidedAgainst } = standing;
  if (dominatedBy !== null) return `dominated by ${named(dominatedBy)}`;
  if (undecidedAgainst === null) return 'on the front';
  const other = named(undecidedAgainst);
  return onFront ? `on the front; lead over ${other} undecided` : `behind ${other}, undecided`;
}
