import { describe, expect, it } from 'vitest';
import type { Fact, LedgerEntry } from '@/lib/domain/ledger-entry';
import { replayedFacts } from './replayed-facts';

const measured = { atMs: 1, worker: 'worker-a' };
const entry = (seq: number, type: string, place: string, data: object): LedgerEntry =>
  ({ seq, type, key: `${type}/${place}`, data, measured }) as unknown as LedgerEntry;
const LEDGER = [
  entry(1, 'batch.planned', '0', { size: 4 }),
  entry(2, 'run.takenOver', '0', { by: 'worker-b' }),
  entry(3, 'iteration.closed', '0', { members: [0, 1] }),
  entry(4, 'run.finished', '', { runHash: 'a' }),
];

function replayOf(entries: readonly LedgerEntry[], shares = false) {
  const facts = replayedFacts(shares ? { evaluationCache: { read: true, namespace: '' } } : {});
  for (const { seq: _seq, ...fact } of entries) facts.emit(fact as Fact);
  return facts;
}

describe('the first difference between a replay and its run', () => {
  it('is null when both state the same facts, regardless of the worker and the time', () => {
    const facts = replayOf(LEDGER.filter(({ type }) => type !== 'run.takenOver'));
    expect(facts.emitted).toBe(2);
    expect(facts.compare(LEDGER.slice(0, 1))).toBeNull();
    expect(facts.compare(LEDGER.slice(1))).toBeNull();
    expect(facts.beyond()).toBeNull();
  });

  it('is the first entry that the replay states differently or never', () => {
    const other = entry(3, 'iteration.closed', '0', { members: [1, 0] });
    expect(replayOf([...LEDGER.slice(0, 1), other]).compare(LEDGER)).toEqual({
      seq: 3,
      key: 'iteration.closed/0',
      kind: 'changed',
    });
    expect(replayOf([]).compare(LEDGER)).toEqual({ seq: 1, key: 'batch.planned/0', kind: 'missing' });
  });

  it('lies beyond the ledger when only the replay continues', () => {
    const facts = replayOf([...LEDGER, entry(9, 'batch.planned', '1', { size: 8 })]);
    expect(facts.compare(LEDGER)).toBeNull();
    expect(facts.beyond()).toEqual({ seq: null, key: 'batch.planned/1', kind: 'added' });
  });

  it('ignores the amount paid when runs share their answers', () => {
    const spent = (spendUsd: number) => [
      entry(1, 'iteration.closed', '0', { spend: { spendUsd, costUsd: 2 } }),
    ];
    expect(replayOf(spent(0), true).compare(spent(2))).toBeNull();
    expect(replayOf(spent(0)).compare(spent(2))).toMatchObject({ seq: 1, kind: 'changed' });
  });
});
