/**
 * Where a replay parts from its run. Both hashes are over the same digests (fact-sink), so the first fact of the
 * ledger whose digest is not the replay's is where the two hashes begin to differ. Knows no store: the ledger comes
 * in pieces, in the order of its numbers.
 */

import type { Fact, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { hashOfDigests, resultDigest } from './fact-sink';

export interface FirstDifference {
  /** Number in the ledger; null = the ledger does not hold it. */
  readonly seq: number | null;
  readonly key: string;
  /** changed = both state it, in other words; missing = the replay does not; added = only the replay does. */
  readonly kind: 'changed' | 'missing' | 'added';
}

export interface ReplayedFacts {
  /** How many facts of the result the replay emitted. */
  readonly emitted: number;
  emit(fact: Fact): void;
  /** Takes the next entries of the ledger; the answer is the first that differs, null while none does. */
  compare(entries: readonly LedgerEntry[]): FirstDifference | null;
  /** After the whole ledger was compared: the first that only the replay stated. */
  beyond(): FirstDifference | null;
}

/** The run's hash as a whole ledger gives it: another one than the run's says that the ledger was changed. */
export function ledgerHash(
  entries: readonly LedgerEntry[],
  { evaluationCache }: Pick<RunManifest, 'evaluationCache'>,
): string {
  const digests = new Map<string, string>();
  for (const { key, ...fact } of entries) {
    const digest = resultDigest(fact, evaluationCache?.read ?? false);
    if (digest !== null && !digests.has(key)) digests.set(key, digest);
  }
  return hashOfDigests(digests);
}

export function replayedFacts({ evaluationCache }: Pick<RunManifest, 'evaluationCache'>): ReplayedFacts {
  const sharesAnswers = evaluationCache?.read ?? false;
  const digests = new Map<string, string>();
  const recorded = new Set<string>();
  return {
    get emitted() {
      return digests.size;
    },
    emit(fact) {
      const digest = resultDigest(fact, sharesAnswers);
      // A fact that is stated again changes nothing in a ledger, so the first one counts.
      if (digest !== null && !digests.has(fact.key)) digests.set(fact.key, digest);
    },
    compare(entries) {
      for (const { seq, key, ...fact } of entries) {
        const digest = resultDigest(fact, sharesAnswers);
        if (digest === null) continue;
        recorded.add(key);
        const other = digests.get(key);
        if (other !== digest) return { seq, key, kind: other === undefined ? 'missing' : 'changed' };
      }
      return null;
    },
    beyond() {
      const added = [...digests.keys()].find((key) => !recorded.has(key));
      return added === undefined ? null : { seq: null, key: added, kind: 'added' };
    },
  };
}
