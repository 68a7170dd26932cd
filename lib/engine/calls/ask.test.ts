import { describe, expect, it } from 'vitest';
import { makeBudgetKeeper } from '@/lib/engine/limits/budget';
import { RunInterrupted } from '@/lib/engine/run-interrupted';
import type { AskRequest } from '@/lib/methods/method';
import type { Journal } from '@/lib/ports/journal';
import type { LanguageModel } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { memoryJournal } from '@/lib/testing/memory-journal';
import { scriptedReply } from '@/lib/testing/scripted-model';
import { makeAsker } from './ask';
import { describeCall } from './describe-call';
import { makeLanes } from './lanes';
import { ceilingOf } from './pricing';

const manifest = buildManifest();

function request(ordinal: number): AskRequest {
  const messages = [{ role: 'user' as const, content: 'What is a bee?' }];
  return { purpose: 'generate', ordinal, repetition: 0, subject: 'bee', messages, json: false };
}

/** Room for one call at a time, so that every further one waits for it. */
function askerForOneCall(parts: { journal: Journal; model: LanguageModel; signal?: AbortSignal }) {
  const { binding, promptBytes } = describeCall(manifest, 0, request(0));
  const budget = makeBudgetKeeper({ tokens: ceilingOf(binding, promptBytes).tokens, usd: null });
  const signal = parts.signal ?? new AbortController().signal;
  return { budget, asker: makeAsker({ ...parts, manifest, budget, lanes: makeLanes(8), signal }) };
}

const answering: LanguageModel = { complete: async (asked) => scriptedReply(asked, 'a pollinator') };

describe('asking under a budget', () => {
  it('frees the budget of a call that could not be journaled, so that no call waits for ever', async () => {
    const journal: Journal = {
      ...memoryJournal(),
      recordSent: async () => {
        throw new Error('the database went away');
      },
    };
    const { asker, budget } = askerForOneCall({ journal, model: answering });
    const ask = asker.forIteration(0);
    const ends = await Promise.allSettled([0, 1, 2].map((ordinal) => ask(request(ordinal))));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await asker.drained();
    expect(budget.used.tokens, 'nothing was sent, so nothing counts').toBe(0);
  });

  it('counts a call whose answer got lost as if it had cost all that it might', async () => {
    const model: LanguageModel = {
      complete: async () => {
        throw new Error('the adapter broke');
      },
    };
    const { asker, budget } = askerForOneCall({ journal: memoryJournal(), model });
    await expect(asker.forIteration(0)(request(0))).rejects.toThrow('broke');
    const { binding, promptBytes } = describeCall(manifest, 0, request(0));
    expect(budget.used).toEqual({ ...ceilingOf(binding, promptBytes), rollouts: 1 });
  });

  it('refuses a request that the model cannot read beside its reply, without sending or charging it', async () => {
    const sent: string[] = [];
    const model: LanguageModel = {
      complete: async (asked) => {
        sent.push(asked.purpose);
        return scriptedReply(asked, 'a pollinator');
      },
    };
    const budget = makeBudgetKeeper({});
    const signal = new AbortController().signal;
    const asker = makeAsker({
      journal: memoryJournal(),
      model,
      manifest,
      budget,
      lanes: makeLanes(8),
      signal,
    });
    const messages = [{ role: 'user' as const, content: '蜜蜂是什么？'.repeat(40_000) }];
    const ask = asker.forIteration(0);
    const [short, long] = await Promise.all([ask(request(0)), ask({ ...request(1), messages })]);
    expect(short.outcome.ok).toBe(true);
    expect(long).toMatchObject({ costUsd: 0, outcome: { ok: false, attempts: 0, tokensIn: 0 } });
    expect(!long.outcome.ok && long.outcome.cause.code).toBe('contextWindow');
    expect(sent).toEqual(['generate']);
    expect(budget.used.rollouts).toBe(1);
    const again = await ask({ ...request(1), messages });
    expect(again.outcome, 'a replay finds the refusal in the journal').toEqual(long.outcome);
  });

  it('sends nothing after a pause, not even what was waiting for room before it', async () => {
    const paused = new AbortController();
    let sent = 0;
    const model: LanguageModel = {
      complete: async (asked) => {
        sent += 1;
        paused.abort();
        return scriptedReply(asked, 'a pollinator', { tokensIn: 0, tokensOut: 0 });
      },
    };
    const { asker } = askerForOneCall({ journal: memoryJournal(), model, signal: paused.signal });
    const ask = asker.forIteration(0);
    const ends = await Promise.allSettled([0, 1, 2].map((ordinal) => ask(request(ordinal))));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(ends.slice(1).map((end) => end.status === 'rejected' && end.reason)).toEqual([
      expect.any(RunInterrupted),
      expect.any(RunInterrupted),
    ]);
    expect(sent).toBe(1);
  });

  it('counts what an evaluator reports, and sends no more of its calls than the cap has room for', async () => {
    let sent = 0;
    const model: LanguageModel = {
      complete: async (asked) => {
        sent += 1;
        return scriptedReply(asked, '{"score":1}', { tokensIn: 0, tokensOut: 0, reportedUsd: 0.4 });
      },
    };
    const budget = makeBudgetKeeper({ usd: 1 });
    const signal = new AbortController().signal;
    const asker = makeAsker({
      ...{ manifest, model, budget, signal },
      journal: memoryJournal(),
      lanes: makeLanes(1),
    });
    const ask = asker.forIteration(0);
    const outcomes = [];
    for (const ordinal of [0, 1, 2])
      outcomes.push(await ask({ ...request(ordinal), purpose: 'environment' }));
    expect(outcomes.map(({ outcome, costUsd }) => [outcome.ok, costUsd])).toEqual([
      [true, 0.4],
      [true, 0.4],
      [false, null],
    ]);
    expect(sent).toBe(2);
    expect(budget.used.usd).toBeCloseTo(0.8, 12);
    expect(asker.spend()).toMatchObject({ calls: 3, spendUsd: 0.8, costUsd: 0.8 });
  });
});
