/** Choices that have one right answer, and what belongs in no prompt. */
import type { Rule } from './rule';

const ONE_VALUE = ['Leave the field out, or give the one value that it takes.'];

export const PATIENCE_ON_HELD_OUT = {
  id: 'R-124',
  title: 'Patience never counts the train score',
  code: 'TRAIN_PATIENCE',
  sentence: 'Train accuracy as patience stops on memorisation. Use held-out.',
  howToProceed: ONE_VALUE,
} as const satisfies Rule;

export const SELECTED_ON_HELD_OUT = {
  id: 'R-125',
  title: 'The final prompt is the best on held-out',
  code: 'SELECT_BEST_ON_TRAIN',
  sentence: 'The final prompt is the best on held-out. Choosing it on train picks what was memorised.',
  howToProceed: ONE_VALUE,
} as const satisfies Rule;

export const NO_PERSONAL_DATA = {
  id: 'R-210',
  title: 'No personal data in prompts',
  code: 'PII_IN_PROMPT',
  sentence: 'No personal or secret data goes into prompts.',
  howToProceed: ['Strike out what was found; each place has a placeholder ready.', 'Or keep it and say why.'],
} as const satisfies Rule;

export const SETTLED_RULES = [
  PATIENCE_ON_HELD_OUT,
  SELECTED_ON_HELD_OUT,
  NO_PERSONAL_DATA,
] as const satisfies readonly Rule[];
