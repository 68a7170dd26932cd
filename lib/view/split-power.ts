import { MARGIN_DEFAULT } from '@/lib/domain/claim-settings';
import type { SplitName } from '@/lib/domain/split';
import { DISCORDANCE_ASSUMED, pairsToHold, smallestDetectableGain } from '@/lib/stats/paired-power';
import { formatCount } from './numbers';
import type { SplitDraft } from './split-draft';

/**
 * What the parts of a split can show, said before it is registered: ten measurements, one answer in ten changing sides.
 * Knows nothing of runs.
 */
export interface SplitPower {
  readonly sentences: readonly string[];
  /** The smallest gain that held-out shows is above 5 points. */
  readonly isWeak: boolean;
}

const LOOKS = 10;
const WEAK_GAIN = 0.05;

type Parts = Readonly<Record<Extract<SplitName, 'heldOut' | 'confirmation'>, number>>;

/** Null where the parts are not known in numbers, as those of a rule by file. */
export function partsOf({ mode, shares, counts }: SplitDraft, examples: number): Parts | null {
  if (mode === 'bySource') return null;
  const size = (name: keyof Parts) =>
    mode === 'counts'
      ? Number(counts[name]) || 0
      : Math.round(((Number(shares[name]) || 0) / 100) * examples);
  return { heldOut: size('heldOut'), confirmation: size('confirmation') };
}

export function splitPower({ heldOut, confirmation }: Parts): SplitPower {
  const gain = smallestDetectableGain(heldOut, DISCORDANCE_ASSUMED, LOOKS);
  const needed = pairsToHold(MARGIN_DEFAULT, LOOKS);
  const sentences = [
    smallestGain('held-out', heldOut, gain),
    heldOut < needed
      ? `A margin of 1 pt against the serial run needs ${formatCount(needed)} held-out examples if the run wins none.`
      : 'Enough to hold a margin of 1 pt against the serial run.',
    confirmation === 0
      ? 'Without confirmation examples nothing confirms the gain before promotion.'
      : smallestGain('confirmation', confirmation, smallestDetectableGain(confirmation, DISCORDANCE_ASSUMED)),
  ];
  return { sentences, isWeak: gain > WEAK_GAIN };
}

function smallestGain(part: string, count: number, gain: number): string {
  const examples = `${formatCount(count)} ${part} ${count === 1 ? 'example' : 'examples'}`;
  if (gain >= 1) return `${examples} cannot show a gain of any size.`;
  return `Smallest gain that ${examples} can show: about ${(Math.ceil(gain * 1000) / 10).toFixed(1)} pt.`;
}
