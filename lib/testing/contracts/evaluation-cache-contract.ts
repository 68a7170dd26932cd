import { describe, expect, it } from 'vitest';
import type { EvaluationCache, EvaluationKey } from '@/lib/ports/evaluation-cache';
import type { ModelReply } from '@/lib/ports/language-model';

/** Contract of every evaluation cache. Each harness is a workspace of its own. */
export interface EvaluationCacheHarness {
  readonly cache: EvaluationCache;
  /** Marks the answer as no longer usable. */
  invalidate(key: EvaluationKey): void | Promise<void>;
}

export function evaluationCacheContract(
  name: string,
  makeHarness: () => Promise<EvaluationCacheHarness>,
): void {
  describe(`evaluation cache contract: ${name}`, () => {
    it('gives back what was kept, and nothing for a key that was not', async () => {
      const { cache } = await makeHarness();
      expect(await cache.find(evaluationKey())).toBeUndefined();
      await cache.keep(evaluationKey(), reply('four'));
      expect(await cache.find(evaluationKey())).toEqual(reply('four'));
    });

    it('R-113 keeps apart what differs in any part of the key', async () => {
      const { cache } = await makeHarness();
      const keys = [evaluationKey(), ...OTHERS.map((other) => evaluationKey(other))];
      await Promise.all(keys.map((key, index) => cache.keep(key, reply(`answer ${index}`))));
      const found = await Promise.all(keys.map((key) => cache.find(key)));
      expect(found.map((one) => one?.text)).toEqual(keys.map((_, index) => `answer ${index}`));
    });

    it('never changes an answer: the second under a key is ignored', async () => {
      const { cache } = await makeHarness();
      await cache.keep(evaluationKey(), reply('first'));
      await cache.keep(evaluationKey(), reply('second'));
      await Promise.all([
        cache.keep(evaluationKey(), reply('third')),
        cache.keep(evaluationKey(), reply('fourth')),
      ]);
      expect((await cache.find(evaluationKey()))?.text).toBe('first');
    });

    it('R-114 forgets an answer that was invalidated, and keeps the next one', async () => {
      const { cache, invalidate } = await makeHarness();
      await cache.keep(evaluationKey(), reply('before'));
      await cache.keep(evaluationKey({ repetition: 1 }), reply('untouched'));
      await invalidate(evaluationKey());
      expect(await cache.find(evaluationKey())).toBeUndefined();
      await cache.keep(evaluationKey(), reply('after'));
      expect((await cache.find(evaluationKey()))?.text).toBe('after');
      expect((await cache.find(evaluationKey({ repetition: 1 })))?.text).toBe('untouched');
    });

    it('takes many at once and loses none', async () => {
      const { cache } = await makeHarness();
      const keys = Array.from({ length: 200 }, (_, repetition) => evaluationKey({ repetition }));
      await Promise.all(keys.map((key) => cache.keep(key, reply(`answer ${key.repetition}`))));
      const found = await Promise.all(keys.map((key) => cache.find(key)));
      expect(found.map((one) => one?.text)).toEqual(keys.map((key) => `answer ${key.repetition}`));
    });
  });
}

const OTHERS: readonly Partial<EvaluationKey>[] = [
  { namespace: 'readiness' },
  { candidateHash: '9'.repeat(64) },
  { inputHash: '9'.repeat(64) },
  { evaluatorHash: '9'.repeat(64) },
  { servingModelHash: '9'.repeat(64) },
  { paramsHash: '9'.repeat(64) },
  { repetition: 1 },
];

function evaluationKey(changes: Partial<EvaluationKey> = {}): EvaluationKey {
  return {
    namespace: 'default',
    candidateHash: 'a'.repeat(64),
    inputHash: 'b'.repeat(64),
    evaluatorHash: 'c'.repeat(64),
    servingModelHash: 'd'.repeat(64),
    paramsHash: 'e'.repeat(64),
    repetition: 0,
    ...changes,
  };
}

function reply(text: string): ModelReply {
  return {
    ok: true,
    text,
    finishReason: 'stop',
    tokensIn: 9,
    tokensOut: 2,
    tokensCached: 0,
    usageReported: true,
    delayMs: 12.5,
    attempts: 1,
  };
}
