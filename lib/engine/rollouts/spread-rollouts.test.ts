import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { runLoop } from '@/lib/engine/run-loop';
import type { LanguageModel, ModelRequest } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { memoryEvaluationCache } from '@/lib/testing/memory-evaluation-cache';
import { journalStore } from '@/lib/testing/memory-journal';
import { memorySpread } from '@/lib/testing/memory-spread';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

const manifest = buildManifest({
  split: { ...buildManifest().split, counts: { train: 12, selection: 0, heldOut: 4, confirmation: 0 } },
  batch: { kind: 'static', size: 6, reason: 'a test' },
});

/** Runs with every rollout carried by helpers. */
async function spreadRun(options: ToyRunOptions, model?: (helper: number) => LanguageModel) {
  const run = toyRun(options);
  const spread = memorySpread(run, model);
  const outcome = await runLoop({ ...run.input, spread });
  return { run, spread, outcome };
}

const scoredAsOne = ({ purpose }: ModelRequest) => (purpose === 'environment' ? '{"score":1}' : undefined);

const unspreadHash = async (of: RunManifest) => (await runLoop(toyRun({ manifest: of }).input)).runHash;

describe('a run with spread rollouts', () => {
  it('ends with the hash of a run that carries them itself, and asks nothing twice', async () => {
    const { run, spread, outcome } = await spreadRun({ manifest });
    expect(outcome.runHash).toBe(await unspreadHash(manifest));
    expect(spread.orders.filter(({ purpose }) => purpose === 'generate')).toHaveLength(12);
    expect(spread.orders.some(({ purpose }) => purpose === 'evaluate')).toBe(true);
    expect(new Set(spread.ends)).toEqual(new Set(['done']));
    expect(run.model.repeatedKeys()).toEqual([]);
  });

  it('sends nothing out for what the journal holds already', async () => {
    const store = journalStore();
    const first = await spreadRun({ manifest, store });
    const again = await spreadRun({ manifest, store });
    expect(again.outcome.runHash).toBe(first.outcome.runHash);
    expect(again.spread.orders).toEqual([]);
    expect(again.run.model.requests).toEqual([]);
  });

  it('sends measurements out too, and keeps here only those that another run has paid for', async () => {
    const caching = { ...manifest, evaluationCache: { read: true, namespace: 'default' } };
    const cache = memoryEvaluationCache();
    const evaluated = (spread: { readonly orders: readonly { readonly purpose: string }[] }) =>
      spread.orders.filter(({ purpose }) => purpose === 'evaluate').length;
    const first = await spreadRun({ manifest: caching, cache });
    expect(evaluated(first.spread)).toBeGreaterThanOrEqual(4);
    const again = await spreadRun({ manifest: caching, cache });
    expect(evaluated(again.spread)).toBe(0);
    expect(again.outcome.runHash).toBe(first.outcome.runHash);
  });

  it('sends a measurement out whose answer is paid for while a program has yet to score it', async () => {
    const scoring = { kind: 'command', command: 'checker' } as const;
    const caching: RunManifest = {
      ...manifest,
      evaluationCache: { read: true, namespace: 'default' },
      task: { ...manifest.task, scoring },
    };
    const given = { manifest: caching, cache: memoryEvaluationCache(), reply: scoredAsOne };
    await spreadRun(given);
    const again = await spreadRun(given);
    expect(again.spread.orders.some(({ purpose }) => purpose === 'evaluate')).toBe(true);
    expect(new Set(again.spread.ends)).toEqual(new Set(['done']));
  });

  it('pauses with its helpers, and goes on to the same end', async () => {
    const store = journalStore();
    const paused = await spreadRun({
      manifest,
      store,
      onCall: (call, _request, interrupt) => {
        if (call === 9) interrupt.abort();
      },
    });
    expect(paused.outcome.status).toBe('paused');
    const unanswered = [...store.calls.values()].filter(({ answer }) => answer === null);
    expect(unanswered).toEqual([]);
    const resumed = await spreadRun({ manifest, store });
    expect(resumed.outcome.runHash).toBe(await unspreadHash(manifest));
  });

  it('is given its rollouts back by helpers whose grant is used up, and finishes them itself', async () => {
    const tight = { ...manifest, budget: { ...manifest.budget, tokens: 10_000_000 } };
    const run = toyRun({ manifest: tight });
    const { carry, ends } = memorySpread(run);
    const spread = {
      carry: (order: Parameters<typeof carry>[0]) =>
        carry({ ...order, grant: { ...order.grant, tokens: 1_104 } }),
    };
    const outcome = await runLoop({ ...run.input, spread });
    expect(ends).toContain('unfinished');
    expect(outcome.runHash).toBe(await unspreadHash(tight));
    expect(run.model.repeatedKeys()).toEqual([]);
  });

  it('never passes a token cap, whichever helpers die with which calls in flight, and replays to its hash', async () => {
    const ceilings = fc.integer({ min: 1_000, max: 900_000 });
    const deaths = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(ceilings, deaths, async (tokens, dyingCalls) => {
        const capped = { ...manifest, budget: { ...manifest.budget, tokens } };
        const store = journalStore();
        let calls = 0;
        // The model has answered, and will bill; its answer dies with the helper.
        const run = toyRun({ manifest: capped, store });
        const dying: LanguageModel = {
          async complete(request, signal) {
            calls += 1;
            const dies = dyingCalls.includes(calls);
            const outcome = await run.model.complete(request, signal);
            if (dies) throw new Error('The helper was killed.');
            return outcome;
          },
        };
        const spread = memorySpread(run, () => dying);
        const outcome = await runLoop({ ...run.input, spread });
        const billed = [...store.calls.values()].reduce((sum, { answer, dispatches, request }) => {
          const used = answer ? answer.outcome.tokensIn + answer.outcome.tokensOut : 0;
          const lost = answer ? dispatches - 1 : dispatches;
          return sum + used + lost * request.reservedTokens;
        }, 0);
        expect(billed).toBeLessThanOrEqual(tokens);
        const replay = await runLoop(toyRun({ manifest: capped, store }).input);
        expect(replay.runHash).toBe(outcome.runHash);
      }),
      { numRuns: 60 },
    );
  });
});
