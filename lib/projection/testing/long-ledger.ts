import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { SMALL_LEDGER } from './small-ledger';

/** The small ledger again and again, each time as the next iteration with another prompt. */
export function longLedger(times: number): readonly LedgerEntry[] {
  return Array.from({ length: times }, (_, turn) =>
    SMALL_LEDGER.map((entry) => {
      const text = JSON.stringify(entry).replaceAll('"iteration":0', `"iteration":${turn}`);
      const again = JSON.parse(text) as LedgerEntry;
      const hash = entry.type === 'candidate.created' ? { hash: `${turn}`.padStart(64, '0') } : {};
      const seq = turn * SMALL_LEDGER.length + entry.seq;
      return { ...again, seq, key: `${turn} ${entry.key}`, data: { ...again.data, ...hash } } as LedgerEntry;
    }),
  ).flat();
}
