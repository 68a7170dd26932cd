import type { AuditRecord, ChainedRecord, ChainHead } from '@/lib/domain/audit-record';
import { canonicalHash } from '@/lib/domain/content-hash';

/**
 * A log that shows when it was tampered with. Each entry carries the hash of itself together with the hash of the entry
 * before it:
 *
 *     hash_n = SHA-256( canonical JSON of { seq, previousHash: hash_(n-1), entry } ),  hash_0 = 64 zeros
 *
 * Changing, removing, adding or moving an entry requires rewriting every hash after it; a reader who kept one hash, or
 * its number, detects that. A truncated end is detected only against a hash kept elsewhere: hence `expected`.
 * Knows no database and no clock. Cost: one hash an entry.
 */
export const CHAIN_START: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/** The next entry of a chain. */
export function chained(head: ChainHead, entry: AuditRecord): ChainedRecord {
  const seq = head.seq + 1;
  return { seq, previousHash: head.hash, hash: linkHash(seq, head.hash, entry), entry };
}

export type ChainCheck =
  | { readonly isWhole: true; readonly head: ChainHead }
  | {
      readonly isWhole: false;
      /** The first entry that does not fit. */
      readonly brokenAt: number;
      readonly why: 'gap' | 'link' | 'content' | 'end';
      readonly sentence: string;
    };

/**
 * Follows the chain from a head that is trusted (the start, or the end of an earlier check) and names the first broken
 * link. With `expected`, a hash kept elsewhere, it also detects a truncated or rewritten chain.
 */
export function verifyChain(
  records: Iterable<ChainedRecord>,
  { from = CHAIN_START, expected }: { readonly from?: ChainHead; readonly expected?: ChainHead } = {},
): ChainCheck {
  let head = from;
  for (const { seq, previousHash, hash, entry } of records) {
    if (seq !== head.seq + 1)
      return broken(head.seq + 1, 'gap', `entry ${head.seq + 1} is missing before ${seq}`);
    if (previousHash !== head.hash)
      return broken(seq, 'link', `entry ${seq} does not follow the entry before it`);
    if (linkHash(seq, previousHash, entry) !== hash)
      return broken(seq, 'content', `entry ${seq} is not what was written`);
    head = { seq, hash };
    if (expected?.seq === seq && expected.hash !== hash)
      return broken(seq, 'end', `entry ${seq} has another hash than was written down`);
  }
  if (expected !== undefined && expected.seq > head.seq)
    return broken(
      head.seq + 1,
      'end',
      `the log ends at ${head.seq}, and entry ${expected.seq} was written down`,
    );
  return { isWhole: true, head };
}

function linkHash(seq: number, previousHash: string, entry: AuditRecord): string {
  return canonicalHash({ seq, previousHash, entry });
}

function broken(brokenAt: number, why: 'gap' | 'link' | 'content' | 'end', what: string): ChainCheck {
  return { isWhole: false, brokenAt, why, sentence: `The audit log is broken: ${what}.` };
}
