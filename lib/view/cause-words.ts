import type { Cause, CauseCode } from '@/lib/domain/cause';
import type { ScanMode } from '@/lib/domain/iteration-facts';
import { formatCount } from './numbers';

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

/** These make one call and cannot split it. */
const ONE_CALL: readonly ScanMode[] = ['plainCall', 'topK', 'summary', 'hierarchicalSummary'];

/** Why an aggregation gave no update; where its one call was too long, with what makes room. The ledger keeps the rest. */
export function scanCauseWords({ code, message }: Cause, mode: ScanMode): string {
  if (code !== 'contextWindow' || !ONE_CALL.includes(mode)) return message;
  return `${message} A smaller batch or fewer reply tokens make room; Combee splits its groups by itself.`;
}

/** "Not readable 3, Timed out 1": the most frequent cause first. A dash where nothing failed. */
export function causeCounts(causes: Readonly<Record<string, number>>): string {
  const counts = Object.entries(causes).toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  if (counts.length === 0) return '–';
  return counts.map(([code, calls]) => `${wordOf(code)} ${formatCount(calls)}`).join(', ');
}

/** A newer server may know a cause that this page has no words for. */
const wordOf = (code: string) => CAUSE_WORDS[code as CauseCode] ?? code;
