import type { RunStatus } from '@/lib/domain/run';
import type { TruthKind } from '@/lib/domain/truth';
import type { Tone } from './tone';

/**
 * The result of a run in one word, for the head of its page. The word follows from the same finding as the sentence next
 * to it (lib/report/truth-sentence), so the two cannot disagree.
 */
export interface RunVerdict {
  readonly word: string;
  readonly tone: Tone;
}

const WORDS: Readonly<Record<TruthKind, RunVerdict>> = {
  contaminated: { word: 'Invalid', tone: 'bad' },
  inDoubt: { word: 'Doubtful', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  noPlateau: { word: 'No-go', tone: 'honey' },
  plateauNotAbove: { word: 'No-go', tone: 'bad' },
  collapsed: { word: 'Collapsed', tone: 'honey' },
  worse: { word: 'Worse', tone: 'bad' },
  notDistinguishable: { word: 'Undecided', tone: 'neutral' },
  belowSerial: { word: 'Inferior', tone: 'honey' },
  serialUndecided: { word: 'Undecided', tone: 'neutral' },
  gain: { word: 'Better', tone: 'good' },
  unchanged: { word: 'Unchanged', tone: 'neutral' },
  undecided: { word: 'Undecided', tone: 'neutral' },
  go: { word: 'Go', tone: 'good' },
  notMeasured: { word: 'Unmeasured', tone: 'neutral' },
};

/** A run that may still change its result has none yet, unless the finding already makes its numbers worthless. */
export function runVerdict(status: RunStatus, kind: TruthKind | undefined): RunVerdict {
  if (status === 'failed') return WORDS.failed;
  const isOpen = status === 'queued' || status === 'running' || status === 'paused';
  if (kind === undefined) return { word: isOpen ? 'Pending' : 'Unmeasured', tone: 'neutral' };
  if (isOpen && kind !== 'contaminated' && kind !== 'inDoubt' && kind !== 'collapsed')
    return { word: 'Pending', tone: 'neutral' };
  return WORDS[kind];
}
