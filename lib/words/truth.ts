import type { TruthKind, TruthTone } from '@/lib/domain/truth';

/** The result of a run in one word with its tone, the same on pages and in reports. */
export const TRUTH_VERDICTS: Readonly<
  Record<TruthKind, { readonly word: string; readonly tone: TruthTone }>
> = {
  contaminated: { word: 'Invalid', tone: 'bad' },
  inDoubt: { word: 'Doubtful', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  noPlateau: { word: 'No-go', tone: 'honey' },
  plateauNotAbove: { word: 'No-go', tone: 'bad' },
  collapsed: { word: 'Repetitive', tone: 'honey' },
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
