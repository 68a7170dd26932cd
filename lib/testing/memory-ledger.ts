import type { Fact, LedgerEntry } from '@/lib/domain/ledger-entry';
import { AppError } from '@/lib/errors/app-error';
import type { Ledger } from '@/lib/ports/ledger';

/** The part of a ledger that outlives a worker. Opening a ledger on it takes the lease from its holder. */
export interface LedgerStore {
  fence: number;
  readonly entries: LedgerEntry[];
}

export function ledgerStore(): LedgerStore {
  return { fence: 0, entries: [] };
}

/** The ledger's fake. Same contract suite as the one on Postgres; what was not flushed is lost with its worker. */
export function memoryLedger(
  store: LedgerStore = ledgerStore(),
): Ledger & { readonly entries: readonly LedgerEntry[] } {
  store.fence += 1;
  const fence = store.fence;
  let waiting: Fact[] = [];

  const assertLease = () => {
    if (store.fence !== fence) throw new AppError('LEASE_LOST', 'Another worker carries this run now.');
  };

  return {
    entries: store.entries,
    append(fact) {
      assertLease();
      waiting.push(fact);
    },
    async flush() {
      assertLease();
      const known = new Set(store.entries.map((entry) => entry.key));
      for (const fact of waiting) {
        if (known.has(fact.key)) continue;
        known.add(fact.key);
        store.entries.push({ ...fact, seq: store.entries.length + 1 });
      }
      waiting = [];
    },
  };
}
