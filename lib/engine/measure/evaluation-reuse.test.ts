import { describe, expect, it } from 'vitest';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { runLoop } from '@/lib/engine/run-loop';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { memoryEvaluationCache } from '@/lib/testing/memory-evaluation-cache';
import { journalStore } from '@/lib/testing/memory-journal';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

const ON = { read: true, namespace: 'default' };

function manifest(overrides: Partial<RunManifest> = {}): RunManifest {
  const counts = { train: 12, selection: 0, heldOut: 8, confirmation: 0 };
  return buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    batch: { kind: 'static', size: 6, reason: 'A fixed size makes twins comparable.' },
    evaluationCache: ON,
    ...overrides,
  });
}

async function run(options: Partial<ToyRunOptions> = {}) {
  const started = toyRun({ manifest: manifest(), ...options });
  const outcome = await runLoop(started.input);
  const evaluated = started.model.requests.filter(({ purpose }) => purpose === 'evaluate').length;
  const end = started.ledger.entries.at(-1)?.data as FactData['run.finished'];
  return { ...started, outcome, evaluated, end };
}

describe('R-113 answers on evaluation splits that other runs have paid for', () => {
  it('are taken: the second run asks for none, pays nothing for them and costs the same', async () => {
    const cache = memoryEvaluationCache();
    const first = await run({ cache });
    const second = await run({ cache });
    expect(first.evaluated).toBeGreaterThan(8);
    expect(second.evaluated).toBe(0);
    expect(second.end.spend.costUsd).toBe(first.end.spend.costUsd);
    expect(second.end.spend.spendUsd).toBeLessThan(first.end.spend.spendUsd);
    expect(second.outcome.runHash, 'what was paid is no part of the result').toBe(first.outcome.runHash);
    const taken = [...second.journal.store.calls.values()].filter(({ answer }) => answer?.cached);
    expect(taken).toHaveLength(first.evaluated);
    expect(taken.every(({ answer }) => answer?.spendUsd === 0 && (answer.costUsd ?? 0) > 0)).toBe(true);
  });

  it('are replayed from the journal alone, without the cache', async () => {
    const cache = memoryEvaluationCache();
    await run({ cache });
    const store = journalStore();
    const second = await run({ cache, store });
    const replayed = await run({ store });
    expect(replayed.outcome.runHash).toBe(second.outcome.runHash);
    expect(replayed.model.requests).toEqual([]);
    expect(replayed.end.spend).toEqual(second.end.spend);
  });

  it('take no room under the caps of a run that did not pay them', async () => {
    const cache = memoryEvaluationCache();
    const only = { kind: 'evaluation', evaluateOnly: [{ name: 'original', text: '## OTHERS' }] } as const;
    const capped = manifest({ ...only, budget: { rollouts: null, tokens: 1, usd: 1e-9, wallMs: null } });
    expect((await run({ cache, manifest: capped })).end.failures, 'nothing has room yet').toBe(8);
    await run({ cache, manifest: manifest(only) });
    expect((await run({ cache, manifest: capped })).end).toMatchObject({
      failures: 0,
      spend: { spendUsd: 0, evaluationRollouts: 8 },
    });
  });

  it('are shared by runs of other seeds, and by none of another namespace', async () => {
    const cache = memoryEvaluationCache();
    const first = await run({ cache });
    const reseeded = await run({ cache, manifest: manifest({ runSeed: 99 }) });
    expect(reseeded.evaluated).toBeLessThan(first.evaluated);
    const readiness = manifest({ evaluationCache: { read: true, namespace: 'readiness-1' } });
    expect((await run({ cache, manifest: readiness })).evaluated).toBe(first.evaluated);
  });

  it('are not shared by other seeds where the temperature lets chance speak', async () => {
    const cache = memoryEvaluationCache();
    const { models } = manifest();
    const warm = { models: { ...models, serving: { ...models.serving, temperature: 0.7 } } };
    const first = await run({ cache, manifest: manifest(warm) });
    expect((await run({ cache, manifest: manifest(warm) })).evaluated).toBe(0);
    const reseeded = await run({ cache, manifest: manifest({ ...warm, runSeed: 99 }) });
    expect(reseeded.evaluated).toBe(first.evaluated);
  });

  it('are never answers on training examples', async () => {
    const cache = memoryEvaluationCache();
    const first = await run({ cache });
    const second = await run({ cache });
    const generated = (one: typeof first) =>
      one.model.requests.filter(({ purpose }) => purpose === 'generate').length;
    expect(generated(second)).toBe(generated(first));
    expect(cache.size).toBe(first.evaluated);
  });

  it('are kept only whole, and asked for only where the manifest says so', async () => {
    const cache = memoryEvaluationCache();
    await run({ cache, reply: ({ purpose }) => (purpose === 'evaluate' ? '' : undefined) });
    expect(cache.size).toBe(0);
    await run({ cache, manifest: manifest({ evaluationCache: { ...ON, read: false } }) });
    expect(cache.size).toBe(0);
  });
});
