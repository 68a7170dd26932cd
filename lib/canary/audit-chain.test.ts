import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditRecord, ChainedRecord } from '@/lib/domain/audit-record';
import { CHAIN_START, chained, verifyChain } from './audit-chain';

const entry = (n: number): AuditRecord => ({
  actor: 'ada',
  action: 'flag.flipped',
  subject: `slt_${n}`,
  detail: { to: n, why: null },
  atMs: 1000 + n,
});
function chainOf(entries: readonly AuditRecord[]): readonly ChainedRecord[] {
  const records: ChainedRecord[] = [];
  for (const each of entries) records.push(chained(records.at(-1) ?? CHAIN_START, each));
  return records;
}
const whole = chainOf(Array.from({ length: 12 }, (_, n) => entry(n)));
const head = { seq: 12, hash: whole.at(-1)?.hash ?? '' };

describe('the audit chain', () => {
  it('is whole as it was written, from its start and from any trusted place', () => {
    expect(verifyChain(whole)).toEqual({ isWhole: true, head });
    expect(verifyChain([])).toEqual({ isWhole: true, head: CHAIN_START });
    const from = { seq: 5, hash: whole[4]?.hash ?? '' };
    expect(verifyChain(whole.slice(5), { from, expected: head })).toEqual({ isWhole: true, head });
  });

  it('does not depend on the order in which a row gives its fields', () => {
    const turned = whole.map((record) => ({
      ...record,
      entry: { ...record.entry, detail: { why: null, to: (record.entry.detail as { to: number }).to } },
    }));
    expect(verifyChain(turned).isWhole).toBe(true);
  });

  it('names the first entry that was changed, whichever field it was', () => {
    fc.assert(
      fc.property(
        fc.nat(11),
        fc.constantFrom('actor', 'action', 'subject', 'detail', 'atMs' as const),
        (at, field) => {
          const forged = whole.map((record, index) =>
            index === at ? { ...record, entry: { ...record.entry, [field]: 'forged' } } : record,
          );
          expect(verifyChain(forged)).toMatchObject({ isWhole: false, brokenAt: at + 1, why: 'content' });
        },
      ),
    );
  });

  it('names the place where an entry was taken out, moved or put in', () => {
    expect(verifyChain(whole.toSpliced(4, 1))).toMatchObject({ brokenAt: 5, why: 'gap' });
    const swapped = whole.toSpliced(4, 2, whole[5] as ChainedRecord, whole[4] as ChainedRecord);
    expect(verifyChain(swapped)).toMatchObject({ brokenAt: 5, why: 'gap' });
    const slipped = chained({ seq: 3, hash: 'x'.repeat(64) }, entry(99));
    expect(verifyChain(whole.toSpliced(3, 1, slipped))).toMatchObject({ brokenAt: 4, why: 'link' });
  });

  it('shows an end that was cut off and a chain that was written anew, against a hash that was written down', () => {
    expect(verifyChain(whole.slice(0, 9)).isWhole).toBe(true);
    expect(verifyChain(whole.slice(0, 9), { expected: head })).toMatchObject({ brokenAt: 10, why: 'end' });
    const anew = chainOf(Array.from({ length: 12 }, (_, n) => entry(n + 1)));
    expect(verifyChain(anew).isWhole).toBe(true);
    expect(verifyChain(anew, { expected: head })).toMatchObject({ brokenAt: 12, why: 'end' });
  });
});
