import type { CanaryPower } from '@/lib/contracts/canary-power';
import { formatCount, plural } from '../numbers';
import { type PlanLine, percentWords, pointWords } from './plan-lines';

/** Power of a plan, in words. */
export function powerSentence({ power }: Pick<CanaryPower, 'power'>): string {
  const percent =
    power >= 0.995 ? 'more than 99 %' : power < 0.005 ? 'less than 1 %' : `${Math.round(power * 100)} %`;
  return `A prompt that is just as good passes with a chance of ${percent}.`;
}

export function powerLines(found: CanaryPower): readonly PlanLine[] {
  return [
    { term: 'Pairs planned', value: formatCount(found.pairsPlanned) },
    {
      term: 'The window brings',
      value: found.pairsInWindow === null ? 'not known without traffic' : plural(found.pairsInWindow, 'pair'),
    },
    {
      term: 'Until the planned pairs are in',
      value: found.days === null ? 'not known without traffic' : plural(found.days, 'day'),
    },
    {
      term: 'Pairs for a chance of 80 %',
      value: found.pairsForPower === null ? 'no number reaches it' : formatCount(found.pairsForPower),
    },
    { term: 'Smallest margin it can show', value: pointWords(found.smallestMargin) },
    {
      term: 'Pairs that differ',
      value: `${percentWords(found.discordance)}, ${DISCORDANCE_FROM[found.discordanceFrom]}`,
    },
  ];
}

const DISCORDANCE_FROM: Readonly<Record<CanaryPower['discordanceFrom'], string>> = {
  given: 'as you say',
  heldOut: 'from held-out',
  assumed: 'assumed',
};

export function trafficHint(found: CanaryPower | undefined): string {
  if (found?.traffic === 'measured' && found.requestsADay !== null)
    return `Empty: ${formatCount(found.requestsADay)}, as measured in this slot`;
  return 'Nothing was measured in this slot yet: say what you expect';
}

export const WAY_WORDS: Readonly<Record<CanaryPower['ways'][number]['change'], string>> = {
  share: 'Raise the share',
  window: 'Lengthen the window',
  margin: 'Widen the margin',
};
