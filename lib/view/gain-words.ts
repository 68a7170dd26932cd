import { gainAnswer } from '@/lib/domain/claim-answer';
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import { countWords } from '@/lib/domain/scored-count';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { formatPoints, formatSpan, hasNoWidth } from './numbers';

/**
 * The gain of a run over its original prompt as half a sentence: by how much, how sure, and whether it holds. The answer is
 * the claim's own (lib/domain/claim-answer); where the gain was not measured it is undecided.
 */
export interface GainWords {
  readonly answer: ClaimAnswer;
  readonly words: string;
}

export function gainWords(gain: PairedDifference | null): GainWords {
  if (gain === null || gain.n === 0) return { answer: 'undecided', words: UNMEASURED };
  const answer = gainAnswer(gain);
  const said = answer === 'undecided' && isFlat(gain) ? ALL_THE_SAME : ANSWER_WORDS[answer];
  return {
    answer,
    words: `${formatPoints(gain.mean)} (${formatSpan(gain)}, paired, each example against itself, ${countWords(gain)}): ${said}.`,
  };
}

const isFlat = ({ lower, upper }: PairedDifference) =>
  lower !== null && upper !== null && hasNoWidth(lower, upper);

const UNMEASURED = 'undecided, no example was scored with both prompts.';
const ALL_THE_SAME = 'undecided, every example scored the same';

const ANSWER_WORDS: Readonly<Record<ClaimAnswer, string>> = {
  holds: 'the gain holds, since the whole interval is above zero',
  fails: 'the gain fails, since the whole interval is below zero',
  undecided: 'undecided, since the interval does not exclude zero',
};
