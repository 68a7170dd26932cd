import type { TruthView } from '@/lib/contracts/truths';
import { isEnded, type RunStatus } from '@/lib/domain/run';
import type { TruthKind } from '@/lib/domain/truth';
import { TRUTH_VERDICTS } from '@/lib/words/truth';
import type { Tone } from './tone';

/**
 * The result of a run in one word, for the head of its page. The word follows from the same finding as the sentence next
 * to it (lib/report/truth-sentence), so the two cannot disagree.
 */
export interface RunVerdict {
  readonly word: string;
  readonly tone: Tone;
}

/** A run that may still change its result has none yet, unless the finding already makes its numbers worthless. */
export function runVerdict(status: RunStatus, kind: TruthKind | undefined): RunVerdict {
  if (status === 'failed') return TRUTH_VERDICTS.failed;
  if (kind === undefined) return { word: isEnded(status) ? 'Unmeasured' : 'Pending', tone: 'neutral' };
  if (!isEnded(status) && kind !== 'contaminated' && kind !== 'inDoubt' && kind !== 'collapsed')
    return { word: 'Pending', tone: 'neutral' };
  return TRUTH_VERDICTS[kind];
}

/** Findings that say nothing about whether the prompt is better than its original. */
const BESIDE_A_GAIN: Partial<Readonly<Record<TruthKind, RunVerdict>>> = {
  undecided: { word: 'Parallel undecided', tone: 'neutral' },
  serialUndecided: { word: 'Undecided against serial', tone: 'neutral' },
  collapsed: TRUTH_VERDICTS.collapsed,
};

/**
 * The verdict of a run as badges. A run that gained asks two questions: whether its prompt is better, and, of a serial run,
 * whether parallel runs may start; of a parallel one, whether it keeps the serial score and its reflections differ. One word
 * for the second would hide the answer to the first.
 */
export function verdictBadges(
  status: RunStatus,
  truth: Pick<TruthView, 'kind' | 'gain'> | undefined,
): readonly RunVerdict[] {
  const second = truth && BESIDE_A_GAIN[truth.kind];
  const hasGained = (truth?.gain?.lower ?? 0) > 0;
  return second && hasGained && isEnded(status) && status !== 'failed'
    ? [TRUTH_VERDICTS.gain, second]
    : [runVerdict(status, truth?.kind)];
}
