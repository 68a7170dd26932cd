import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amount, makeBudgetKeeper, NO_AMOUNT, type Reservation } from './budget';

const tokens = (count: number): Amount => ({ ...NO_AMOUNT, tokens: count });

describe('budget keeper', () => {
  it('never lets used + reserved pass a cap, whatever the order of reservations and settlements', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.array(
          fc.record({
            ceiling: fc.integer({ min: 1, max: 60 }),
            share: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          {
            maxLength: 40,
          },
        ),
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        async (cap, calls, picks) => {
          const keeper = makeBudgetKeeper({ tokens: cap, usd: null });
          const open: { reservation: Reservation; actual: number }[] = [];
          let answered = 0;
          for (const call of calls) {
            const actual = Math.floor(call.ceiling * call.share);
            void keeper.reserve(tokens(call.ceiling)).then((reservation) => {
              answered += 1;
              if (reservation) open.push({ reservation, actual });
            });
          }
          for (let turn = 0; answered < calls.length || open.length > 0; turn += 1) {
            await Promise.resolve();
            expect(keeper.used.tokens + keeper.reserved.tokens).toBeLessThanOrEqual(cap);
            const pick = open.splice((picks[turn % picks.length] ?? 0) % Math.max(1, open.length), 1)[0];
            pick?.reservation.settle(tokens(pick.actual));
            expect(turn).toBeLessThan(10_000);
          }
          expect(keeper.used.tokens).toBeLessThanOrEqual(cap);
          expect(keeper.reserved.tokens).toBe(0);
        },
      ),
    );
  });

  it('makes a call wait for room that others may give back, and refuses only when none can', async () => {
    const keeper = makeBudgetKeeper({ tokens: 100, usd: null });
    const first = await keeper.reserve(tokens(90));
    const second = keeper.reserve(tokens(50));
    first?.settle(tokens(20));
    expect(await second).not.toBeNull();
    (await second)?.settle(tokens(50));
    expect(await keeper.reserve(tokens(40))).toBeNull();
  });

  it('has no limit where no cap is set', async () => {
    const keeper = makeBudgetKeeper({ tokens: null, usd: null });
    expect(await keeper.reserve({ tokens: 1e12, usd: 1e9, rollouts: 1e9, gpuSeconds: 1e9 })).not.toBeNull();
  });

  it('keeps each kind of cap by itself: a call passes a spent cap on what it takes nothing of', async () => {
    const keeper = makeBudgetKeeper({ rollouts: 1, gpuSeconds: 5 });
    const rollout = await keeper.reserve({ ...NO_AMOUNT, rollouts: 1, gpuSeconds: 3 });
    rollout?.settle({ ...NO_AMOUNT, rollouts: 1, gpuSeconds: 3 });
    expect(await keeper.reserve({ ...NO_AMOUNT, rollouts: 1 }), 'no second rollout').toBeNull();
    expect(await keeper.reserve({ ...NO_AMOUNT, gpuSeconds: 3 }), 'no three more seconds').toBeNull();
    expect(await keeper.reserve({ ...NO_AMOUNT, gpuSeconds: 2 }), 'a reflection of two').not.toBeNull();
  });
});
