import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { formatCount, formatScore, plural } from '../numbers';

/** Right-or-wrong pairs as two by two, and what an exact test of those that differ would say; no gate reads it. */
export interface PairTable {
  readonly rows: readonly {
    readonly name: string;
    readonly right: string;
    readonly wrong: string;
    /** How many, without the share: for a file. */
    readonly rightPairs: number;
    readonly wrongPairs: number;
  }[];
  readonly summary: string;
}

export function preparePairTable(counts: CanaryDetail['table']): PairTable {
  const { both, onlyIncumbent, onlyChallenger, neither, graded, mcnemarP: p } = counts;
  const total = both + onlyIncumbent + onlyChallenger + neither;
  const discordant = onlyIncumbent + onlyChallenger;
  const cell = (count: number) =>
    total === 0 ? '0' : `${formatCount(count)} (${formatScore(count / total)})`;
  const row = (name: string, rightPairs: number, wrongPairs: number) => ({
    ...{ name, rightPairs, wrongPairs },
    ...{ right: cell(rightPairs), wrong: cell(wrongPairs) },
  });
  const rest =
    graded === 0
      ? ''
      : ` ${formatCount(graded)} more have scores in between and stand in the difference alone.`;
  return {
    rows: [row('Incumbent right', both, onlyIncumbent), row('Incumbent wrong', onlyChallenger, neither)],
    summary:
      total + graded === 0
        ? 'No pair was scored in this stage.'
        : discordant === 0
          ? `In no pair is exactly one of the two right.${rest}`
          : `In ${formatCount(discordant)} of ${plural(total, 'pair')} exactly one is right: the challenger in ${formatCount(onlyChallenger)}, the incumbent in ${formatCount(onlyIncumbent)} (exact McNemar p ${p < 0.001 ? 'below 0.001' : `= ${p.toFixed(3)}`}; a description, no gate).${rest}`,
  };
}
