import { describe, expect, it } from 'vitest';
import type { Journal } from '@/lib/ports/journal';

/**
 * A journal under test. `open` simulates a worker process that takes the run: each call gives a new journal on the
 * same run and ends the lease of the one before.
 */
export interface JournalHarness {
  open(): Promise<Journal>;
  /** Entries that `log` has written so far, in the order of their keys. */
  logged(): Promise<readonly { readonly key: string; readonly value: unknown }[]>;
}

/** Contract of a journal where time or arrival order decides (rulings J1). */
export function journalDecisionsContract(name: string, makeHarness: () => Promise<JournalHarness>): void {
  describe(`journal contract, decisions: ${name}`, () => {
    it('decides once: later askers, in any process, get the first value without deciding again', async () => {
      const harness = await makeHarness();
      const key = { iteration: 2, kind: 'batchPlan', ordinal: 0 };
      let made = 0;
      const make = () => ({ size: ++made, reasons: ['a', null] });
      const first = await harness.open();
      expect(await first.decide(key, make)).toEqual({ size: 1, reasons: ['a', null] });
      expect(await first.decide(key, make)).toEqual({ size: 1, reasons: ['a', null] });
      expect(await (await harness.open()).decide(key, make)).toEqual({ size: 1, reasons: ['a', null] });
      expect(made).toBe(1);
      expect(await first.decide({ ...key, ordinal: 1 }, () => 7).catch((error) => error.code)).toBe(
        'LEASE_LOST',
      );
    });

    it('tells what was decided, in any process, without deciding it', async () => {
      const harness = await makeHarness();
      const key = { iteration: 2, kind: 'preemption', ordinal: 1 };
      const first = await harness.open();
      expect(await first.decided?.(key)).toBeUndefined();
      await first.decide(key, () => null);
      expect(await first.decided?.(key), 'a decision for nothing is a decision').toBeNull();
      expect(await (await harness.open()).decided?.(key)).toBeNull();
    });

    it('numbers what it logs by kind and iteration, and a later process goes on counting', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      const flush = (iteration: number, value: number) =>
        ({ iteration, kind: 'flush', value: { value } }) as const;
      await Promise.all([first.log?.(flush(-1, 10)), first.log?.(flush(3, 20)), first.log?.(flush(3, 21))]);
      const second = await harness.open();
      await second.log?.(flush(3, 22));
      await expect(first.log?.(flush(3, 23))).rejects.toMatchObject({ code: 'LEASE_LOST' });
      const logged = await harness.logged();
      expect(logged.map(({ value }) => value)).toEqual([10, 20, 21, 22].map((value) => ({ value })));
      expect(logged.map(({ key }) => key)).toEqual([
        'log/flush/000000000/000000000',
        'log/flush/000000004/000000000',
        'log/flush/000000004/000000001',
        'log/flush/000000004/000000002',
      ]);
      expect(await second.decided?.({ iteration: 3, kind: 'flush', ordinal: 0 })).toBeUndefined();
    });
  });
}
