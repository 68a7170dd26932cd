import type { Measurement } from '@/lib/domain/score';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { formatCount, formatPoints, formatSpan, hasNoWidth } from './numbers';

/**
 * A difference of two held-out scores as half a sentence: by how much, how sure, and whether that decides anything. The
 * paired difference counts wherever it is known; only without one do the two intervals have to do.
 */
export interface GainWords {
  readonly verdict: 'above' | 'below' | 'zero';
  readonly words: string;
}

const PAIRED = 'paired, each example against itself';
const ALL_THE_SAME = 'every example scored the same';
const UNPAIRED = 'unpaired, the examples one by one are not at hand';

export function gainWords(a: Measurement, b: Measurement, paired: PairedDifference | null): GainWords {
  if (paired === null || paired.n === 0) return sentenceOf(unpairedDifference(a, b), UNPAIRED);
  return sentenceOf(paired, `${PAIRED}, n = ${formatCount(paired.n)}`);
}

type Difference = Pick<PairedDifference, 'mean' | 'lower' | 'upper'>;

function sentenceOf({ mean, lower, upper }: Difference, how: string): GainWords {
  if (lower === null || upper === null)
    return { verdict: 'zero', words: `${formatPoints(mean)} (no interval, ${how}): it may be chance.` };
  const span = `${formatPoints(mean)} (${formatSpan({ lower, upper })}, ${how})`;
  if (lower > 0)
    return {
      verdict: 'above',
      words: `${span}: the whole interval is above zero, so it is more than chance.`,
    };
  if (upper < 0)
    return {
      verdict: 'below',
      words: `${span}: the whole interval is below zero, so it is more than chance.`,
    };
  if (hasNoWidth(lower, upper)) return { verdict: 'zero', words: `${span}: ${ALL_THE_SAME}, no difference.` };
  return { verdict: 'zero', words: `${span}: the interval includes zero, so it may be chance.` };
}

/**
 * Newcombe's hybrid interval of a difference, from the two intervals: lower = d - sqrt((a - la)^2 + (ub - b)^2), upper
 * likewise. It takes the two as independent; on the same examples it is too wide rather than too narrow.
 */
function unpairedDifference(a: Measurement, b: Measurement): Difference {
  const mean = a.mean - b.mean;
  if (a.lower === null || a.upper === null || b.lower === null || b.upper === null)
    return { mean, lower: null, upper: null };
  return {
    mean,
    lower: mean - Math.hypot(a.mean - a.lower, b.upper - b.mean),
    upper: mean + Math.hypot(a.upper - a.mean, b.mean - b.lower),
  };
}
