/** Limits of an exploratory run: a parallel run after a diagnosis that could not decide. */
import type { Rule } from './rule';

export const EXPLORES_UNDECIDED = {
  id: 'EXP-1',
  title: 'An exploratory run follows an undecided diagnosis',
  code: 'EXPLORATORY_NOT_DUE',
  queued: true,
  sentence:
    'An exploratory run needs a serial diagnosis that is undecided, for the same task, split, method and hardware. Only a run that learns from collected traces may explore before there is one.',
  howToProceed: [
    'After a go, start the Combee run itself.',
    'After a no-go, follow the alternatives of the diagnosis.',
    'Without a diagnosis, run the serial baseline first.',
  ],
} as const satisfies Rule;

export const EXPLORATORY_STAYS = {
  id: 'EXP-2',
  title: 'An exploratory prompt is never promoted',
  code: 'EXPLORATORY_STAYS',
  sentence: 'An exploratory run learned this prompt without a go, so it cannot be confirmed or promoted.',
  howToProceed: [
    'Run more serial examples until the diagnosis says go, then promote the prompt of the Combee run.',
  ],
} as const satisfies Rule;

export const EXPLORATORY_UNQUOTED = {
  id: 'EXP-3',
  title: 'An exploratory run is never quoted',
  code: 'EXPLORATORY_UNQUOTED',
  sentence:
    'This run is exploratory: its scores are measured without a go, and no report or headline quotes them.',
  howToProceed: ['Run more serial examples until the diagnosis says go, then report the Combee run.'],
} as const satisfies Rule;

export const EXPLORATORY_RULES = [
  EXPLORES_UNDECIDED,
  EXPLORATORY_STAYS,
  EXPLORATORY_UNQUOTED,
] as const satisfies readonly Rule[];
