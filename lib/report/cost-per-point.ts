import { gainAnswer } from '@/lib/domain/claim-answer';
import { countWords } from '@/lib/domain/scored-count';
import { dollars } from '@/lib/report/strategy/words';
import type { PairedDifference } from '@/lib/stats/paired-difference';

/**
 * Price of a point of held-out improvement: dollars / (100 x paired gain). The headline of every comparison,
 * and shown next to every speedup.
 *
 * Without a gain there is no price (strategist A6): words say so, never infinity and never negative
 * dollars.
 */
export type CostPerPoint = PricedPoint | UnpricedPoint;

/** Prices that may be shown next to a speedup. */
export type PricedPoint =
  | {
      readonly kind: 'measured';
      readonly usdPerPoint: number;
      /** From the gain's interval: the upper end of the gain is the lower end of the price. */
      readonly lower: number;
      readonly upper: number;
      readonly usd: number;
      readonly gain: PairedDifference;
      readonly sentence: string;
    }
  | {
      /** Nothing gained; gained too little to tell from zero. */
      readonly kind: 'noImprovement' | 'notDistinguishable';
      readonly usd: number;
      readonly gain: PairedDifference;
      readonly sentence: string;
    };

/** A model has no price. */
export interface UnpricedPoint {
  readonly kind: 'unpriced';
  readonly usd: null;
  readonly gain: PairedDifference;
  readonly sentence: string;
}

const POINTS = 100;

export function costPerPoint(usd: number | null, gain: PairedDifference): CostPerPoint {
  const of = `${gain.n} held-out examples`;
  if (usd === null) {
    return {
      kind: 'unpriced',
      usd,
      gain,
      sentence: 'What a point costs is not known: enter the prices of the models.',
    };
  }
  if (gain.mean <= 0) {
    return { kind: 'noImprovement', usd, gain, sentence: `No improvement over ${of}.` };
  }
  if (gain.lower === null || gain.upper === null || gainAnswer(gain) !== 'holds') {
    return {
      kind: 'notDistinguishable',
      usd,
      gain,
      sentence: `The improvement over ${of} is not distinguishable from zero.`,
    };
  }
  const price = (share: number) => usd / (share * POINTS);
  const measured = {
    usdPerPoint: price(gain.mean),
    lower: price(gain.upper),
    upper: price(gain.lower),
  };
  const sentence = `${dollars(measured.usdPerPoint)} a held-out point (95 % ${dollars(measured.lower)} to ${dollars(measured.upper)}, ${countWords(gain)}).`;
  return { kind: 'measured', ...measured, usd, gain, sentence };
}
