import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HedgeSettings } from '@/lib/domain/scheduling';
import { makeBudgetKeeper } from '@/lib/engine/limits/budget';
import type { AskRequest } from '@/lib/methods/method';
import type { LanguageModel, ModelRequest } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { type ManualClock, manualClock } from '@/lib/testing/manual-clock';
import { journalStore, memoryJournal } from '@/lib/testing/memory-journal';
import { scriptedModel, scriptedReply } from '@/lib/testing/scripted-model';
import { drawnDelay, timedModel, untilSettled } from '@/lib/testing/timed-model';
import { makeAsker } from './ask';
import { describeCall } from './describe-call';
import { makeLanes } from './lanes';
import { ceilingOf } from './pricing';

const manifest = buildManifest();
const SETTINGS: HedgeSettings = { afterQuantile: 0.9, shareMax: 0.1 };

function request(ordinal: number): AskRequest {
  const messages = [{ role: 'user' as const, content: 'What is a bee?' }];
  return { purpose: 'generate', ordinal, repetition: 0, subject: 'bee', messages, json: false };
}

const { binding, promptBytes } = describeCall(manifest, 0, request(0));
const ceiling = ceilingOf(binding, promptBytes);

interface Options {
  readonly hedge?: HedgeSettings | null;
  readonly lanes?: number;
  readonly tokens?: number | null;
  readonly store?: ReturnType<typeof journalStore>;
  readonly clock?: ManualClock;
  readonly delayMs: (request: ModelRequest) => number;
  readonly reply?: LanguageModel['complete'];
}

function setUp(options: Options) {
  const { hedge = SETTINGS, lanes = 100, tokens = null, store = journalStore() } = options;
  const clock = options.clock ?? manualClock();
  const inner = scriptedModel(async (asked) =>
    options.reply ? await options.reply(asked) : scriptedReply(asked, `for ${asked.seed}`),
  );
  const budget = makeBudgetKeeper({ tokens });
  const asker = makeAsker({
    manifest,
    model: timedModel(inner, clock, options.delayMs),
    journal: memoryJournal(store),
    budget,
    lanes: makeLanes(lanes),
    signal: new AbortController().signal,
    ...(hedge === null ? {} : { hedging: { ...hedge, clock, alarm: clock } }),
  });
  const askAll = (n: number, iteration = 0) =>
    untilSettled(
      Promise.all(Array.from({ length: n }, (_, ordinal) => asker.forIteration(iteration)(request(ordinal)))),
      clock,
    );
  return { asker, askAll, budget, clock, inner, store };
}

/** Of n calls the last takes very long, but only under its first key. */
function oneStraggler(n: number) {
  const slow = describeCall(manifest, 0, request(n - 1)).request.idempotencyKey;
  return ({ idempotencyKey }: ModelRequest) => (idempotencyKey === slow ? 60_000 : 1000);
}

describe('hedged calls', () => {
  it('send a second call when the first is slower than the quantile, and use whichever answers first', async () => {
    const { askAll, asker, clock, inner, store } = setUp({ delayMs: oneStraggler(40) });
    const answers = await askAll(40);
    expect(clock.monotonicMs(), 'overdue at 1,000 ms, answered 1,000 ms later').toBe(2000);
    expect(answers.every(({ outcome }) => outcome.ok)).toBe(true);
    expect(answers.at(-1)?.outcome.delayMs, 'from the first sending on').toBe(2000);
    expect(asker.hedged()).toEqual({ calls: 1, won: 1, tokens: ceiling.tokens, usd: ceiling.usd });
    expect(inner.repeatedKeys(), 'each under its own idempotency key').toEqual([]);
    const booked = [...store.calls.values()].flatMap(({ answer }) => answer?.hedge ?? []);
    expect(booked).toEqual([{ winner: 'second', tokens: ceiling.tokens, usd: ceiling.usd }]);
  });

  it('give the same answer as without, and spend beside them what the loser may have cost', async () => {
    const plain = setUp({ hedge: null, delayMs: oneStraggler(40) });
    const hedged = setUp({ delayMs: oneStraggler(40) });
    const texts = async (run: typeof plain) =>
      (await run.askAll(40)).map(({ outcome }) => outcome.ok && outcome.text);
    expect(await texts(hedged)).toEqual(await texts(plain));
    expect(plain.clock.monotonicMs()).toBe(60_000);
    expect(hedged.asker.spend()).toEqual(plain.asker.spend());
    expect(hedged.budget.used.tokens).toBe(plain.budget.used.tokens + ceiling.tokens);
    expect(hedged.budget.used.rollouts, 'one example is one rollout').toBe(40);
    expect(hedged.budget.reserved.tokens).toBe(0);
  });

  it.each([
    ['while fewer than 20 delays are known', 20, {}],
    ['where no lane is free', 40, { lanes: 1 }],
    ['beyond the share of the iteration', 40, { hedge: { ...SETTINGS, shareMax: 0.02 } }],
    ['where the budget has no room for both', 40, { tokens: 40 * ceiling.tokens }],
  ])('stay away %s', async (_why, n, options) => {
    // A reply as dear as its ceiling, so that the budget is really full.
    const use = { tokensIn: ceiling.tokens - binding.maxTokens, tokensOut: binding.maxTokens };
    const reply = async (asked: ModelRequest) => scriptedReply(asked, 'dear', use);
    const { askAll, inner, asker } = setUp({ delayMs: oneStraggler(n), reply, ...options });
    await askAll(n);
    expect(inner.requests).toHaveLength(n);
    expect(asker.hedged().calls).toBe(0);
  });

  it('let the other call decide where one fails, and keep the first failure where both do', async () => {
    const slow = describeCall(manifest, 0, request(39)).request.idempotencyKey;
    const failing = (alsoSecond: boolean) => async (asked: ModelRequest) => {
      const isStraggler = asked.seed === describeCall(manifest, 0, request(39)).request.seed;
      const fails = isStraggler && (alsoSecond || asked.idempotencyKey === slow);
      if (!fails) return scriptedReply(asked, 'fine');
      const cause = {
        code: 'timedOut' as const,
        message: asked.idempotencyKey === slow ? 'first' : 'second',
      };
      return { ok: false as const, cause, tokensIn: 7, tokensOut: 0, delayMs: 0, attempts: 1 };
    };
    const delayMs = ({ idempotencyKey, seed }: ModelRequest) => {
      if (seed !== describeCall(manifest, 0, request(39)).request.seed) return 1000;
      return idempotencyKey === slow ? 1500 : 9000;
    };
    const one = setUp({ delayMs, reply: failing(false) });
    expect((await one.askAll(40)).at(-1)?.outcome).toMatchObject({ ok: true, text: 'fine' });
    expect(one.asker.hedged(), 'a failure that came says itself what it used').toMatchObject({ tokens: 7 });
    const both = setUp({ delayMs, reply: failing(true) });
    expect((await both.askAll(40)).at(-1)?.outcome).toMatchObject({ ok: false, cause: { message: 'first' } });
  });

  it('are booked from the journal by a process that takes over: the same money, nothing paid again', async () => {
    const store = journalStore();
    const first = setUp({ delayMs: oneStraggler(40), store });
    await first.askAll(40);
    const second = setUp({ delayMs: oneStraggler(40), store });
    await second.askAll(40);
    expect(second.inner.requests).toEqual([]);
    expect(second.budget.used).toEqual(first.budget.used);
    expect(second.asker.hedged()).toEqual(first.asker.hedged());
    expect(second.asker.paid()).toEqual(first.asker.paid());
  });

  it('count twice as lost when the process dies under both', async () => {
    const store = journalStore();
    const { asker, clock } = setUp({ delayMs: oneStraggler(40), store });
    const ask = asker.forIteration(0);
    const pending = Array.from({ length: 40 }, (_, ordinal) => ask(request(ordinal)));
    await untilSettled(Promise.all(pending.slice(0, -1)), clock);
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    expect(memoryJournal(store).lostInFlight).toMatchObject({ reservedTokens: 2 * ceiling.tokens });
  });

  it('never pass a cap nor their share, whatever the delays, the lanes and the room', async () => {
    let hedges = 0;
    const shape = fc.record({
      seed: fc.string(),
      n: fc.integer({ min: 21, max: 120 }),
      lanes: fc.integer({ min: 1, max: 130 }),
      calls: fc.integer({ min: 1, max: 150 }),
      shareMax: fc.double({ min: 0, max: 0.5, noNaN: true }),
      afterQuantile: fc.double({ min: 0.5, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ seed, n, lanes, calls, shareMax, afterQuantile }) => {
        const tokens = calls * ceiling.tokens;
        const run = setUp({ delayMs: drawnDelay(seed), lanes, tokens, hedge: { shareMax, afterQuantile } });
        await run.askAll(n);
        const { hedged } = run.asker;
        expect(run.budget.used.tokens).toBeLessThanOrEqual(tokens);
        expect(hedged().calls).toBeLessThanOrEqual(shareMax * n);
        expect(run.inner.requests.length).toBeLessThanOrEqual(n + hedged().calls);
        hedges += hedged().calls;
      }),
      { numRuns: 60 },
    );
    expect(hedges, 'some calls were hedged').toBeGreaterThan(2);
  });
});
