import { Badge } from '@/components/ui/badge';
import type { PairDifferenceView } from '@/lib/contracts/pair-difference';
import { countWords } from '@/lib/domain/scored-count';
import { formatPoints, formatSpan } from '@/lib/view/numbers';
import { DECIDED_WORDS } from '@/lib/view/paired-comparison';

/** A difference of two arms with its simultaneous interval, its n and its verdict. */
export function PairDifferenceText({ difference }: { difference: PairDifferenceView }) {
  const { mean, verdict } = difference;
  return (
    <>
      {formatPoints(mean)} <Badge tone={DECIDED_WORDS[verdict].tone}>{DECIDED_WORDS[verdict].word}</Badge>
      <span className="block text-ink-faint text-xs">
        {formatSpan(difference)}, {countWords(difference)}
      </span>
    </>
  );
}
