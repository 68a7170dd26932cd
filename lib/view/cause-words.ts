import type { CauseCode } from '@/lib/domain/cause';

/** Why a reply gave nothing usable, in two or three words for a badge. */
export const CAUSE_WORDS: Readonly<Record<CauseCode, string>> = {
  rateLimited: 'Rate limited',
  unavailable: 'Provider down',
  timedOut: 'Timed out',
  rejected: 'Refused',
  cutOff: 'Cut off',
  empty: 'Empty reply',
  unparseable: 'Not readable',
  filtered: 'Filtered',
  programFailed: 'Program failed',
  contextWindow: 'Too long',
  budget: 'Budget spent',
};
