import { describe, expect, it } from 'vitest';
import type { AnswerRecord, CallKey } from '@/lib/ports/journal';
import { answer, callKey, failed, sentRequest } from '@/lib/testing/builders/journal-records';
import { type JournalHarness, journalDecisionsContract } from './journal-decisions-contract';

/** Contract of every journal: its answers here, its decisions in journal-decisions-contract. */
export function journalContract(name: string, makeHarness: () => Promise<JournalHarness>): void {
  journalDecisionsContract(name, makeHarness);

  describe(`journal contract: ${name}`, () => {
    it('knows no answer that was never recorded', async () => {
      const journal = await (await makeHarness()).open();
      expect(await journal.answered(callKey())).toBeUndefined();
      await journal.recordSent(callKey(), sentRequest());
      expect(await journal.answered(callKey())).toBeUndefined();
    });

    it('gives an answer back as it was recorded, and marks it replayed only to a later process', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      await first.recordSent(callKey(), sentRequest());
      expect(await first.recordAnswer(callKey(), answer('hello'))).toEqual({
        ...answer('hello'),
        replayed: false,
      });
      expect(await first.answered(callKey())).toEqual({ ...answer('hello'), replayed: false });
      const second = await harness.open();
      expect(await second.answered(callKey())).toEqual({ ...answer('hello'), replayed: true });
    });

    it('keeps a failed outcome as an answer too', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      await first.recordSent(callKey(), sentRequest());
      await first.recordAnswer(callKey(), failed());
      expect(await (await harness.open()).answered(callKey())).toEqual({ ...failed(), replayed: true });
    });

    it('keeps with the answer whether it came from another run', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      const given: AnswerRecord = {
        ...answer('paid by another run'),
        cached: true,
      };
      await first.recordSent(callKey(), sentRequest());
      await first.recordAnswer(callKey(), given);
      expect(await (await harness.open()).answered(callKey())).toEqual({ ...given, replayed: true });
    });

    it('never changes a stored answer: a second one is ignored and the first returned', async () => {
      const harness = await makeHarness();
      const journal = await harness.open();
      await journal.recordSent(callKey(), sentRequest());
      await journal.recordAnswer(callKey(), answer('first'));
      expect((await journal.recordAnswer(callKey(), answer('second'))).outcome).toEqual(
        answer('first').outcome,
      );
      expect((await (await harness.open()).answered(callKey()))?.outcome).toEqual(answer('first').outcome);
    });

    it('keeps calls apart that differ in any part of the key', async () => {
      const journal = await (await makeHarness()).open();
      const keys: CallKey[] = [
        callKey(),
        callKey({ iteration: 1 }),
        callKey({ purpose: 'reflect' }),
        callKey({ ordinal: 1 }),
        callKey({ repetition: 1 }),
        callKey({ promptHash: 'b'.repeat(64) }),
        callKey({ paramsHash: 'd'.repeat(64) }),
      ];
      await Promise.all(keys.map((key) => journal.recordSent(key, sentRequest())));
      await Promise.all(keys.map((key, index) => journal.recordAnswer(key, answer(`reply ${index}`))));
      const texts = await Promise.all(
        keys.map(async (key) => textOf((await journal.answered(key))?.outcome)),
      );
      expect(texts).toEqual(keys.map((_, index) => `reply ${index}`));
    });

    it('takes many calls at once and loses none', async () => {
      const harness = await makeHarness();
      const journal = await harness.open();
      const keys = Array.from({ length: 300 }, (_, ordinal) => callKey({ ordinal }));
      await Promise.all(
        keys.map(async (key) => {
          await journal.recordSent(key, sentRequest());
          await journal.recordAnswer(key, answer(`reply ${key.ordinal}`));
        }),
      );
      const later = await harness.open();
      const texts = await Promise.all(keys.map(async (key) => textOf((await later.answered(key))?.outcome)));
      expect(texts).toEqual(keys.map((key) => `reply ${key.ordinal}`));
    });

    it('tells a process that takes over what was in flight, and how far the run had come', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      expect(first.resumedAt ?? null).toBeNull();
      await first.recordSent(callKey({ iteration: 3 }), sentRequest());
      await first.recordSent(callKey({ iteration: 4 }), sentRequest());
      await first.recordAnswer(callKey({ iteration: 3 }), answer('paid'));
      const second = await harness.open();
      expect(second.resumedAt).toBe(4);
      const lost = { calls: 1, reservedTokens: 200, reservedUsd: 0.5 };
      expect(second.lostInFlight).toEqual(lost);
      await second.recordSent(callKey({ iteration: 4 }), sentRequest());
      await second.recordAnswer(callKey({ iteration: 4 }), answer('sent again'));
      expect((await harness.open()).lostInFlight, 'an answer to the second does not undo it').toEqual(lost);
    });

    it('forgets a call that was withdrawn: not lost, and sent once when it is sent again', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      await first.recordSent(callKey(), sentRequest());
      await first.withdraw?.(callKey());
      await first.withdraw?.(callKey());
      const second = await harness.open();
      const nothing = { calls: 0, reservedTokens: 0, reservedUsd: 0 };
      expect(second.lostInFlight, 'withdrawn').toEqual(nothing);
      await second.recordSent(callKey(), sentRequest());
      await second.withdraw?.(callKey());
      await second.recordSent(callKey(), sentRequest());
      expect((await harness.open()).lostInFlight).toEqual({
        calls: 1,
        reservedTokens: 200,
        reservedUsd: 0.5,
      });
    });

    it('withdraws nothing that was answered', async () => {
      const harness = await makeHarness();
      const journal = await harness.open();
      await journal.recordSent(callKey(), sentRequest());
      await journal.recordAnswer(callKey(), answer('paid'));
      await journal.withdraw?.(callKey());
      expect((await (await harness.open()).answered(callKey()))?.outcome).toEqual(answer('paid').outcome);
    });

    it('gives a reply that could not be read back unchanged, however often it is marked', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      await first.recordSent(callKey(), sentRequest());
      await first.recordAnswer(callKey(), answer('no answer in it'));
      await first.markUnusable?.(callKey(), 'unparseable');
      const second = await harness.open();
      await second.markUnusable?.(callKey(), 'unparseable');
      expect(await second.answered(callKey())).toEqual({ ...answer('no answer in it'), replayed: true });
      await expect(first.markUnusable?.(callKey(), 'empty')).rejects.toMatchObject({ code: 'LEASE_LOST' });
    });

    it('refuses every write of a process whose lease is gone', async () => {
      const harness = await makeHarness();
      const first = await harness.open();
      await first.recordSent(callKey(), sentRequest());
      const second = await harness.open();
      await expect(first.recordSent(callKey({ ordinal: 1 }), sentRequest())).rejects.toMatchObject({
        code: 'LEASE_LOST',
      });
      await expect(first.recordAnswer(callKey(), answer('late'))).rejects.toMatchObject({
        code: 'LEASE_LOST',
      });
      expect(await second.answered(callKey())).toBeUndefined();
    });
  });
}

function textOf(outcome: AnswerRecord['outcome'] | undefined): string | undefined {
  return outcome?.ok ? outcome.text : undefined;
}
