import type { TruthView } from '@/lib/contracts/truths';
import type { RunStatus } from '@/lib/domain/run';
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
  const isOpen = status === 'queued' || status === 'running' || status === 'paused';
  if (kind === undefined) return { word: isOpen ? 'Pending' : 'Unmeasured', tone: 'neutral' };
  if (isOpen && kind !== 'contaminated' && kind !== 'inDoubt' && kind !== 'collapsed')
    return { word: 'Pending', tone: 'neutral' };
  return TRUTH_VERDICTS[kind];
}

const OPEN_QUESTIONS: Partial<Readonly<Record<TruthKind, string>>> = {
  undecided: 'Parallel undecided',
  serialUndecided: 'Undecided against serial',
};

/**
 * The verdict of a run as badges. A run that gained asks two questions: whether its prompt is better, and, of a serial run,
 * whether parallel runs may start; of a parallel one, whether it keeps the serial score. One word for the second would hide
 * the answer to the first.
 */
export function verdictBadges(
  status: RunStatus,
  truth: Pick<TruthView, 'kind' | 'gain'> | undefined,
): readonly RunVerdict[] {
  const verdict = runVerdict(status, truth?.kind);
  const question = truth && OPEN_QUESTIONS[truth.kind];
  const isOpenQuestion = question !== undefined && verdict.word === TRUTH_VERDICTS.undecided.word;
  return isOpenQuestion && (truth?.gain?.lower ?? 0) > 0
    ? [TRUTH_VERDICTS.gain, { word: question, tone: 'neutral' }]
    : [verdict];
}
