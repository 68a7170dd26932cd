import { describe, expect, it } from 'vitest';
import type { Fact, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { Ledger } from '@/lib/ports/ledger';

/** Contract of every ledger. `open` simulates a worker process that takes the run from the one before. */
export interface LedgerHarness {
  open(): Promise<Ledger>;
  /** All that is durable, in order of number. */
  entries(): Promise<readonly LedgerEntry[]>;
}

export function ledgerContract(name: string, makeHarness: () => Promise<LedgerHarness>): void {
  describe(`ledger contract: ${name}`, () => {
    it('numbers facts from 1 without gaps, in the order in which they were stated', async () => {
      const harness = await makeHarness();
      const ledger = await harness.open();
      for (const place of ['a', 'b', 'c']) ledger.append(fact(place));
      await ledger.flush();
      ledger.append(fact('d'));
      await ledger.flush();
      expect((await harness.entries()).map(({ seq, key }) => [seq, key])).toEqual([
        [1, key('a')],
        [2, key('b')],
        [3, key('c')],
        [4, key('d')],
      ]);
    });

    it('keeps data and measured as they were stated', async () => {
      const harness = await makeHarness();
      const ledger = await harness.open();
      ledger.append(fact('a'));
      await ledger.flush();
      expect((await harness.entries())[0]).toEqual({ ...fact('a'), seq: 1 });
    });

    it('takes a fact stated again as said already, within a process and across two', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      first.append(fact('a'));
      first.append(fact('a', 99));
      await first.flush();
      first.append(fact('a', 98));
      await first.flush();
      const second = await harness.open();
      for (const place of ['a', 'b']) second.append(fact(place, 97));
      await second.flush();
      const entries = await harness.entries();
      expect(entries.map(({ seq, key }) => [seq, key])).toEqual([
        [1, key('a')],
        [2, key('b')],
      ]);
      expect(entries[0]?.data).toEqual(fact('a').data);
    });

    it('refuses a process whose lease is gone, and its refused facts take no number', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      first.append(fact('a'));
      await first.flush();
      const second = await harness.open();
      await expect(
        (async () => {
          first.append(fact('late'));
          await first.flush();
        })(),
      ).rejects.toMatchObject({ code: 'LEASE_LOST' });
      second.append(fact('b'));
      await second.flush();
      expect((await harness.entries()).map(({ seq, key }) => [seq, key])).toEqual([
        [1, key('a')],
        [2, key('b')],
      ]);
    });

    it('loses no number under many concurrent appends and flushes', async () => {
      const harness = await makeHarness();
      const ledger = await harness.open();
      await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          ledger.append(fact(`f${index}`));
          if (index % 7 === 0) await ledger.flush();
        }),
      );
      await ledger.flush();
      const entries = await harness.entries();
      expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
      expect(new Set(entries.map((entry) => entry.key)).size).toBe(200);
    });
  });
}

const key = (place: string) => `iteration.started/${place}`;

function fact(place: string, iteration = 1): Fact {
  return {
    type: 'iteration.started',
    key: key(place),
    data: { iteration, epoch: 0, candidateHash: 'h', exampleIds: ['e1', 'e2'] },
    measured: { atMs: 1_767_225_600_000, worker: 'w' },
  };
}
