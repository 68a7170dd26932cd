import type { RunView } from '@/lib/contracts/run-shapes';
import { gainWords } from './gain-words';
import { describeMeasurement, formatScore } from './numbers';
import { serialOf } from './run-outcome';

/**
 * That a serial baseline of the same experiment ended higher than a run, by more than chance explains: a gain over the
 * original prompt is true beside it and yet no reason to take the prompt. Of the runs that a page holds; another may be
 * further down its list. Knows nothing of single examples, so the two intervals decide.
 */
export interface BetterSerial {
  readonly sentence: string;
  /** For a row of a table, behind what it says of the run. */
  readonly short: string;
}

type Compared = Pick<
  RunView,
  'id' | 'label' | 'experimentId' | 'kind' | 'status' | 'practice' | 'hardware' | 'summary' | 'endedAt'
>;

export function betterSerial(runs: readonly Compared[], run: Compared): BetterSerial | null {
  if (run.kind === 'serialBaseline') return null;
  const serial = serialOf(runs, run);
  const own = run.summary.bestScore;
  const other = serial?.summary.bestScore ?? null;
  if (serial === null || own === null || other === null || own.n === 0 || other.n === 0) return null;
  if (gainWords(own, other, null).verdict !== 'below') return null;
  return {
    sentence: `The serial baseline “${serial.label}” ended higher by more than chance explains: ${describeMeasurement(other).whole} against ${describeMeasurement(own).whole}. Of the two, its prompt is the one to take.`,
    short: `, but the serial baseline ended higher, at ${formatScore(other.mean)}`,
  };
}
