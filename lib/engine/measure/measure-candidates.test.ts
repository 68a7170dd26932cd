import { describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { runLoop } from '@/lib/engine/run-loop';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

const CANDIDATES = [
  { name: 'original', text: 'known:' },
  { name: 'half', text: 'known: oak elm ash fir' },
  { name: 'whole', text: 'known: oak elm ash fir yew box bay fig' },
];

function manifest(overrides: Partial<RunManifest> = {}): RunManifest {
  const counts = { train: 8, selection: 4, heldOut: 16, confirmation: 8 };
  return buildManifest({
    kind: 'evaluation',
    split: { registrationId: 'spl_1', hash: 'h', counts },
    evaluateOnly: CANDIDATES,
    tieBreak: 'costLengthAge',
    seedCandidateText: 'known:',
    lanes: 4,
    ...overrides,
  });
}

async function run(options: Partial<ToyRunOptions> = {}) {
  const started = toyRun({ manifest: manifest(), ...options });
  const outcome = await runLoop(started.input);
  const measured = started.ledger.entries.flatMap(({ type, data }) =>
    type === 'heldOut.measured' ? [data as FactData['heldOut.measured']] : [],
  );
  return { ...started, outcome, measured };
}

describe('a run that only evaluates', () => {
  it('measures each candidate on the split, trains nothing, and says which was best', async () => {
    const { outcome, measured, model, ledger } = await run();
    expect(outcome).toMatchObject({ status: 'finished', reason: 'measured' });
    expect(measured.map(({ score }) => score.mean)).toEqual([0, 0.5, 1]);
    expect(new Set(model.requests.map(({ purpose }) => purpose))).toEqual(new Set(['evaluate']));
    expect(model.requests).toHaveLength(3 * 16);
    expect(ledger.entries.at(-1)?.data).toMatchObject({
      bestCandidateHash: contentHash(CANDIDATES[2]?.text ?? ''),
      seedScore: { mean: 0 },
      iterations: 0,
    });
    const started = ledger.entries.find(({ type }) => type === 'run.started');
    expect(started?.data).toMatchObject({ plannedRollouts: 0, plannedEvaluationRollouts: 48 });
  });

  it('measures only the requested examples', async () => {
    const { measured } = await run({ manifest: manifest({ evaluateExampleIds: ['h1', 'h3', 'nowhere'] }) });
    expect(measured.map(({ exampleIds }) => exampleIds)).toEqual([
      ['h1', 'h3'],
      ['h1', 'h3'],
      ['h1', 'h3'],
    ]);
  });

  it('measures on the pinned split', async () => {
    const on = manifest({ evaluation: { everyExamples: null, split: 'confirmation' } });
    const { measured } = await run({ manifest: on });
    expect(measured[0]).toMatchObject({ split: 'confirmation', score: { n: 8 } });
  });

  it('ends with the hash of an uninterrupted twin after a kill at any call, and replays', async () => {
    const whole = await run();
    for (const at of [0, 7, 16, 30, 47]) {
      const [store, facts] = [journalStore(), ledgerStore()];
      const die = (call: number) => {
        if (call === at) throw new Error('killed');
      };
      await expect(run({ store, ledgerStore: facts, onCall: die })).rejects.toThrow('killed');
      const resumed = await run({ store, ledgerStore: facts });
      expect(resumed.outcome.runHash).toBe(whole.outcome.runHash);
      const replayed = await run({ store });
      expect(replayed.outcome.runHash).toBe(whole.outcome.runHash);
      expect(replayed.model.requests).toEqual([]);
    }
  });

  it('stops between two candidates on request, and a replay stops there too', async () => {
    const store = journalStore();
    const started = toyRun({ manifest: manifest(), store });
    const control = { ...started.input.control, requested: async () => 'stop' as const };
    const outcome = await runLoop({ ...started.input, control });
    expect(outcome).toMatchObject({ status: 'stopped', reason: 'stoppedByPerson' });
    expect(started.model.requests).toHaveLength(16);
    expect((await run({ store })).outcome.runHash).toBe(outcome.runHash);
  });

  it('R-126 prefers the cheaper of equal candidates, and the first in runs that pinned no rule', async () => {
    const long = { name: 'long', text: `${CANDIDATES[2]?.text} and much more without any use` };
    const short = { name: 'short', text: CANDIDATES[2]?.text ?? '' };
    const best = async (evaluateOnly: RunManifest['evaluateOnly'], rule: Partial<RunManifest>) => {
      const { measured } = await run({ manifest: manifest({ evaluateOnly, ...rule }) });
      return measured.findLast((one) => one.best)?.candidateHash;
    };
    expect(await best([long, short], {})).toBe(contentHash(short.text));
    expect(await best([short, long], {})).toBe(contentHash(short.text));
    const older = buildManifest();
    expect(older.tieBreak).toBeUndefined();
    const { tieBreak: _, ...without } = manifest({ evaluateOnly: [long, short] });
    const { measured } = await run({ manifest: without });
    expect(measured.findLast((one) => one.best)?.candidateHash).toBe(contentHash(long.text));
  });
});
