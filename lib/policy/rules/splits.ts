/** Requirements on a split before and after its use. */
import { ESCALATIONS } from './anti-patterns';
import type { Rule } from './rule';

export const SPLIT_REGISTERED = {
  id: 'R-013',
  title: 'A registered split',
  code: 'SPLIT_NOT_REGISTERED',
  sentence: 'A run takes its examples from a split that was registered beforehand.',
  howToProceed: ['Register a split of the data set that has train and held-out examples.'],
} as const satisfies Rule;

export const SPLIT_STAYS = {
  id: 'R-014',
  title: 'A measured split does not move',
  code: 'SPLIT_PINNED',
  sentence: `A score has been measured on this split, so it cannot change any more. ${ESCALATIONS.E6}`,
  howToProceed: ['Register another split of the same data set.'],
} as const satisfies Rule;

export const SPLIT_RULES = [SPLIT_REGISTERED, SPLIT_STAYS] as const satisfies readonly Rule[];
