import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RolloutBook } from './rollout-book';

const limits = { modelCalls: 12, tokens: 5_000, usd: 0.5 };
const amount = fc.record({
  tokens: fc.nat({ max: 2_000 }),
  usd: fc.double({ min: 0, max: 0.2, noNaN: true }),
});
/** A call that is reserved, and the share of its reservation that it takes; calls end in any order. */
const call = fc.record({
  reserved: amount,
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  endsAfter: fc.nat(6),
});

it('keeps every limit under every interleaving of calls and their ends', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      const book = new RolloutBook(limits);
      const open: { left: number; settle: () => void }[] = [];
      let used = { calls: 0, tokens: 0, usd: 0 };
      for (const { reserved, share, endsAfter } of calls) {
        for (const one of open) one.left -= 1;
        for (const one of open.filter(({ left }) => left < 0)) {
          one.settle();
          open.splice(open.indexOf(one), 1);
        }
        if (!book.reserve(reserved).ok) continue;
        const took = { tokens: Math.floor(reserved.tokens * share), usd: reserved.usd * share };
        used = { calls: used.calls + 1, tokens: used.tokens + took.tokens, usd: used.usd + took.usd };
        open.push({ left: endsAfter, settle: () => book.settle(reserved, took) });
      }
      for (const { settle } of open) settle();
      expect(used.calls).toBeLessThanOrEqual(limits.modelCalls);
      expect(used.tokens).toBeLessThanOrEqual(limits.tokens);
      expect(used.usd).toBeLessThanOrEqual(limits.usd + 1e-6);
      expect(book.taken.calls).toBe(used.calls);
      expect(book.taken.tokens).toBe(used.tokens);
      expect(book.taken.usd).toBeCloseTo(used.usd, 9);
    }),
  );
});

it('names the limit that a call would pass, and takes nothing for it', () => {
  const book = new RolloutBook({ modelCalls: 2, tokens: 100, usd: 1 });
  expect(book.reserve({ tokens: 101, usd: 0 })).toEqual({ ok: false, limit: 'tokens' });
  expect(book.reserve({ tokens: 50, usd: 1.1 })).toEqual({ ok: false, limit: 'usd' });
  expect(book.taken).toEqual({ calls: 0, tokens: 0, usd: 0 });
  expect(book.reserve({ tokens: 50, usd: 0.5 })).toEqual({ ok: true });
  expect(book.reserve({ tokens: 50, usd: 0.5 })).toEqual({ ok: true });
  expect(book.reserve({ tokens: 0, usd: 0 })).toEqual({ ok: false, limit: 'modelCalls' });
  const unpriced = new RolloutBook({ modelCalls: 1, tokens: 100, usd: null });
  expect(unpriced.reserve({ tokens: 1, usd: 99 })).toEqual({ ok: true });
});
