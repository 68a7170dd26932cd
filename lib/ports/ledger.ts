import type { Fact } from '@/lib/domain/ledger-entry';

/**
 * The ledger as the run loop sees it: a place to state facts.
 *
 * Contract: a fact is known by (run, fact.key); stating it again is a no-op, so a re-run loop after a crash repeats
 * itself harmlessly. Numbers are given out per run without gaps. `append` may buffer; `flush` resolves when all
 * that was appended is durable. Both throw LEASE_LOST once another worker holds the run.
 */
export interface Ledger {
  append(fact: Fact): void;
  flush(): Promise<void>;
}
