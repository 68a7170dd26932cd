import { Badge } from '@/components/ui/badge';
import type { PairDifferenceView } from '@/lib/contracts/pair-difference';
import { formatCount, formatPoints, formatSpan, plural } from '@/lib/view/numbers';
import { DECIDED_WORDS } from '@/lib/view/paired-comparison';

/** A difference of two arms with its simultaneous interval, its n and its verdict. */
export function PairDifferenceText({ difference }: { difference: PairDifferenceView }) {
  const { mean, n, missing = 0, verdict } = difference;
  const left = missing === 0 ? '' : `, ${plural(missing, 'score')} missing`;
  return (
    <>
      {formatPoints(mean)} <Badge tone={DECIDED_WORDS[verdict].tone}>{DECIDED_WORDS[verdict].word}</Badge>
      <span className="block text-ink-faint text-xs">
        {formatSpan(difference)}, n = {formatCount(n)}
        {left}
      </span>
    </>
  );
}
