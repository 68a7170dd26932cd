import { describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { runLoop } from '@/lib/engine/run-loop';
import type { ModelRequest } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { TOY_WORDS, type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

const HELD_OUT = 64;

function manifest(overrides: Partial<RunManifest> = {}): RunManifest {
  const counts = { train: 40, selection: 0, heldOut: HELD_OUT, confirmation: 0 };
  return buildManifest({
    kind: 'serialBaseline',
    split: { registrationId: 'spl_1', hash: 'h', counts },
    aggregation: { ...buildManifest().aggregation, kind: 'naive' },
    batch: { kind: 'static', size: 4, reason: 'A test.' },
    evaluation: { everyExamples: 4, split: 'heldOut', repetitionsMax: 8 },
    seedCandidateText: 'known:',
    lanes: 16,
    ...overrides,
  });
}

/** One answer in ten is a coin that the seed of its call throws; each reflection adds a word of its own. */
function noisy(request: ModelRequest): string | undefined {
  const last = request.messages.at(-1)?.content ?? '';
  if (request.purpose === 'reflect') return `${TOY_WORDS.join(' ')} note${request.seed}`;
  if (request.purpose !== 'evaluate') return undefined;
  const throws = Number.parseInt(contentHash(`${request.seed}`).slice(0, 6), 16) / 16 ** 6;
  if (throws >= 0.1) return undefined;
  return throws < 0.05 ? last.replace('say ', '') : 'no idea';
}

async function run(options: Partial<ToyRunOptions> = {}) {
  const started = toyRun({ manifest: manifest(), reply: noisy, ...options });
  const outcome = await runLoop(started.input);
  const again = started.ledger.entries.flatMap(({ type, data }) =>
    type === 'diagnosis.measured' ? [data as FactData['diagnosis.measured']] : [],
  );
  return { ...started, outcome, again };
}

describe('a serial baseline whose diagnosis measures on', () => {
  it('answers the same candidates again under repetitions of their own, within the registered cap', async () => {
    const { outcome, again, ledger, model } = await run();
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    expect(again.length).toBeGreaterThan(0);
    const times = new Map<string, number>();
    for (const { candidateHash } of again) times.set(candidateHash, (times.get(candidateHash) ?? 1) + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(8);
    expect(again.every(({ scores, repetition }) => scores.length === HELD_OUT && repetition >= 2)).toBe(true);
    const asked = model.requests.filter(({ purpose }) => purpose === 'evaluate');
    expect(new Set(asked.map(({ seed }) => seed)).size).toBe(asked.length);
    const end = ledger.entries.at(-1)?.data as unknown as FactData['run.finished'];
    expect(end.spend.evaluationRollouts).toBe(asked.length);
    expect(new Set(again.map(({ score }) => score.mean)).size).toBeGreaterThan(1);
  });

  it('measures nothing on where the manifest registers no repetitions, nor in another kind of run', async () => {
    const plain = manifest({ evaluation: { everyExamples: 4, split: 'heldOut' } });
    expect((await run({ manifest: plain })).again).toEqual([]);
    expect((await run({ manifest: { ...manifest(), kind: 'comparisonPoint' } })).again).toEqual([]);
  });

  it('ends with the hash of an uninterrupted twin wherever it was killed, pays no answer twice, and replays', async () => {
    const whole = await run();
    const before = whole.model.requests.length - whole.again.length * HELD_OUT;
    for (const died of [
      before + 1,
      before + HELD_OUT,
      Math.floor((before + whole.model.requests.length) / 2),
    ]) {
      const store = journalStore();
      const dying = run({
        store,
        onCall: (call) => {
          if (call === died) throw new Error('killed');
        },
      });
      await expect(dying).rejects.toThrow('killed');
      const resumed = await run({ store });
      expect(resumed.outcome.runHash).toBe(whole.outcome.runHash);
      const replayed = await run({ store });
      expect(replayed.outcome.runHash).toBe(whole.outcome.runHash);
      expect(replayed.model.requests).toEqual([]);
    }
  });

  it('pauses between its looks and takes up where it was', async () => {
    const whole = await run();
    const store = journalStore();
    const before = whole.model.requests.length - whole.again.length * HELD_OUT;
    const paused = await run({
      store,
      onCall: (call, _request, interrupt) => {
        if (call === before + 5) interrupt.abort();
      },
    });
    expect(paused.outcome.status).toBe('paused');
    expect((await run({ store })).outcome.runHash).toBe(whole.outcome.runHash);
  });

  it('keeps what it has learned where a person stops it here, and where a cap refuses it', async () => {
    const whole = await run();
    const before = whole.model.requests.length - whole.again.length * HELD_OUT;
    const started = toyRun({ manifest: manifest(), reply: noisy });
    const control = {
      ...started.input.control,
      requested: async () => (started.model.requests.length > before ? ('stop' as const) : ('run' as const)),
    };
    const stopped = await runLoop({ ...started.input, control });
    expect(stopped).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    expect(started.model.requests.length).toBeLessThan(whole.model.requests.length);

    const tokens = whole.model.requests
      .slice(0, before + HELD_OUT)
      .reduce(
        (sum, { messages }) => sum + messages.reduce((n, { content }) => n + content.length / 4 + 20, 0),
        0,
      );
    const budget = { rollouts: null, tokens: Math.round(tokens), usd: null, wallMs: null };
    const capped = await run({ manifest: manifest({ budget }) });
    expect(capped.outcome.status).toBe('finished');
    expect(capped.again.length).toBeLessThanOrEqual(whole.again.length);
  });

  it('decides by the look that the scope is at, journaled so that a replay takes the same', async () => {
    const store = journalStore();
    const started = toyRun({ manifest: manifest(), reply: noisy, store });
    await runLoop({ ...started.input, diagnosisLook: async () => 3 });
    expect([...store.decisions].some(([key, value]) => key.includes('diagnosisLook') && value === 3)).toBe(
      true,
    );
    const first = await runLoop({ ...toyRun({ manifest: manifest(), reply: noisy, store }).input });
    expect(first.status).toBe('finished');
  });
});
