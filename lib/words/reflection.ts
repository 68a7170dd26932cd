import type { FactData } from '@/lib/domain/ledger-entry';
import { storedOr } from './stored-sentence';

export const droppedSentence = (fact: FactData['reflection.dropped']): string =>
  storedOr(
    fact,
    'explanation',
    ({ iteration }) => `Too late for iteration ${iteration + 1} and for the one after it.`,
  );
