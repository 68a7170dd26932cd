import type { TruthKind } from '@/lib/domain/truth';

/** The result of a run in one word, the same on pages and in reports. */
export const TRUTH_WORDS: Readonly<Record<TruthKind, string>> = {
  contaminated: 'Invalid',
  inDoubt: 'Doubtful',
  failed: 'Failed',
  noPlateau: 'No-go',
  plateauNotAbove: 'No-go',
  collapsed: 'Collapsed',
  worse: 'Worse',
  notDistinguishable: 'Undecided',
  belowSerial: 'Inferior',
  serialUndecided: 'Undecided',
  gain: 'Better',
  unchanged: 'Unchanged',
  undecided: 'Undecided',
  go: 'Go',
  notMeasured: 'Unmeasured',
};
