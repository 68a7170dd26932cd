import { describe, expect, it } from 'vitest';
import type { DiversitySettings } from '@/lib/domain/diversity';
import type { FactOf, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { OPERATOR_KINDS } from '@/lib/domain/operator-kinds';
import type { RunLoopInput } from '@/lib/engine/run-context';
import { runLoop } from '@/lib/engine/run-loop';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

const DIVERSITY: DiversitySettings = {
  operators: OPERATOR_KINDS.slice(2).map((kind) => ({ kind, weight: 0.25 })),
  adaptAfterIteration: 2,
  temperature: [
    { fromIteration: 0, temperature: 0.7 },
    { fromIteration: 2, temperature: 0.3 },
  ],
  similarityMax: 0.92,
  embedderId: HASHED_NGRAM_ID,
  reseedAfterCollapsed: 2,
};

function manifest(overrides: Partial<RunManifest> = {}): RunManifest {
  const counts = { train: 32, selection: 8, heldOut: 8, confirmation: 0 };
  return buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    batch: { kind: 'static', size: 8, reason: 'A fixed size makes twins comparable.' },
    evaluation: { everyExamples: 8, split: 'heldOut' },
    diversity: DIVERSITY,
    ...overrides,
  });
}

const dataOf = <T extends FactType>(entries: readonly LedgerEntry[], type: T) =>
  entries.flatMap((entry) => (entry.type === type ? [entry.data as FactOf<T>['data']] : []));

/** The toy method with pieces: what it knows already can be repeated. */
async function finished(options: ToyRunOptions, change: (input: RunLoopInput) => RunLoopInput = (i) => i) {
  const run = toyRun(options);
  const method = {
    ...run.input.method,
    pieces: ({ text }: { text: string }) => text.split(' ').slice(1),
  };
  const outcome = await runLoop(change({ ...run.input, method }));
  return { ...run, outcome, facts: run.ledger.entries };
}

describe('diversity in a run', () => {
  it('R-100: every training example of an iteration has an operator, drawn again the same in a replay', async () => {
    const seen: string[] = [];
    const watch = (input: RunLoopInput): RunLoopInput => ({
      ...input,
      method: {
        ...input.method,
        mapExample: (one) => {
          seen.push(`${one.example.id} ${one.operator}`);
          return input.method.mapExample(one);
        },
      },
    });
    const store = journalStore();
    await finished({ manifest: manifest(), store }, watch);
    const first = seen.splice(0).sort();
    expect(first).toHaveLength(32);
    expect(new Set(first.map((one) => one.split(' ')[1])).size).toBe(4);
    await finished({ manifest: manifest(), store, ledgerStore: ledgerStore() }, watch);
    expect(seen.sort()).toEqual(first);
  });

  it('R-100: without diversity no operator is given and no fact of it is stated', async () => {
    const { diversity: _, ...plain } = manifest();
    const seen: unknown[] = [];
    const { facts } = await finished({ manifest: plain }, (input) => ({
      ...input,
      method: {
        ...input.method,
        mapExample: (one) => {
          seen.push('operator' in one);
          return input.method.mapExample(one);
        },
      },
    }));
    expect(new Set(seen)).toEqual(new Set([false]));
    const types = new Set(facts.map(({ type }) => type));
    for (const type of ['diversity.measured', 'selection.measured', 'pool.reseeded'] as const)
      expect(types).not.toContain(type);
  });

  it('R-103: the proposer follows the schedule, in the call and in its journal key; the serving model does not', async () => {
    const { model, journal } = await finished({ manifest: manifest() });
    const temperatures = (purpose: string) => [
      ...new Set(model.requests.filter((one) => one.purpose === purpose).map((one) => one.temperature)),
    ];
    expect(temperatures('reflect')).toEqual([0.7, 0.3]);
    expect(temperatures('generate')).toEqual([0]);
    expect(temperatures('evaluate')).toEqual([0]);
    const flat = { ...DIVERSITY, temperature: [{ fromIteration: 0, temperature: 0.7 }] };
    const other = await finished({ manifest: manifest({ diversity: flat }) });
    const keys = (store: typeof journal) =>
      [...store.store.calls.keys()].filter((key) => key.startsWith('2/reflect'));
    expect(keys(journal)).not.toEqual(keys(other.journal));
  });

  it('R-104: an edit that repeats what is there is taken out and counted', async () => {
    const { facts } = await finished({ manifest: manifest({ epochs: 2 }) });
    const measured = dataOf(facts, 'diversity.measured');
    expect(measured).toHaveLength(8);
    // The eight words are known after the first iteration; from then on every edit is a copy of one of them.
    expect(measured[0]?.rejectedAsDuplicate).toBe(0);
    expect(measured[1]?.rejectedAsDuplicate).toBeGreaterThan(0);
  });

  it('R-020: groups that only repeat what is there are a collapse, said with the iteration', async () => {
    const never = { ...DIVERSITY, reseedAfterCollapsed: null };
    const { facts } = await finished({ manifest: manifest({ diversity: never, epochs: 2 }) });
    const collapsed = dataOf(facts, 'diversity.collapsed');
    // All eight words are known by the second epoch.
    expect(collapsed.map(({ iteration }) => iteration)).toEqual(expect.arrayContaining([4, 5, 6, 7]));
    const last = collapsed.at(-1);
    expect(last).toMatchObject({ iteration: 7, share: 1 });
    const measured = dataOf(facts, 'diversity.measured');
    expect(measured.filter((one) => one.collapsed).map((one) => one.iteration)).toEqual(
      collapsed.map(({ iteration }) => iteration),
    );
    expect(measured.some((one) => !one.collapsed)).toBe(true);
  });

  it('R-105: after two collapsed iterations a fresh lineage starts, and the better on selection is kept', async () => {
    const { facts } = await finished({ manifest: manifest({ epochs: 2 }) });
    const [reseeded] = dataOf(facts, 'pool.reseeded');
    const [settled] = dataOf(facts, 'pool.settled');
    const at = reseeded?.iteration ?? -1;
    const flags = dataOf(facts, 'diversity.measured').map((one) => one.collapsed);
    expect(flags.slice(at - 2, at)).toEqual([true, true]);
    const root = dataOf(facts, 'candidate.created').find(
      (one) => one.parentHash === null && one.iteration === at,
    );
    expect(root?.text).toBe('known:');
    expect(settled).toMatchObject({ iteration: at, keptHash: reseeded?.fromHash });
    expect(settled?.parked).toMatchObject({ mean: 1, n: 8 });
    expect(settled?.fresh?.mean).toBeLessThanOrEqual(1);
    const both = dataOf(facts, 'selection.measured').filter(({ iteration }) => iteration === at);
    expect(both.map(({ lineage }) => lineage).sort()).toEqual(['current', 'parked']);
    // The run ends with the lineage that won.
    expect(dataOf(facts, 'heldOut.measured').at(-1)?.score.mean).toBe(1);
  });

  it('R-105: a fresh lineage that is better on selection goes on in the place of the old one', async () => {
    // The original prompt misleads: with it in front nothing is answered right.
    const { facts } = await finished(
      { manifest: manifest({ epochs: 2, seedCandidateText: 'known: misled' }) },
      (input) => ({
        ...input,
        method: {
          ...input.method,
          answer: async (one) => {
            const answer = await input.method.answer(one);
            return one.candidate.text.includes('misled') ? { ...answer, text: 'no' } : answer;
          },
        },
      }),
    );
    const [settled] = dataOf(facts, 'pool.settled');
    expect(settled?.fresh?.mean).toBeGreaterThan(settled?.parked?.mean ?? 1);
    expect(dataOf(facts, 'heldOut.measured').at(-1)?.score.mean).toBeGreaterThan(0.8);
  });

  it('R-105: without selection examples, or with the rule off, no lineage is started', async () => {
    const never = manifest({ diversity: { ...DIVERSITY, reseedAfterCollapsed: null } });
    expect(dataOf((await finished({ manifest: never })).facts, 'pool.reseeded')).toEqual([]);
    const counts = { train: 32, selection: 0, heldOut: 8, confirmation: 0 };
    const blind = manifest({ split: { registrationId: 'spl_1', hash: 'h', counts } });
    const { facts } = await finished({ manifest: blind });
    expect(dataOf(facts, 'pool.reseeded')).toEqual([]);
    expect(dataOf(facts, 'selection.measured')).toEqual([]);
  });

  it('R-204: weights follow the selection split from the named iteration on, never before', async () => {
    const { facts } = await finished({ manifest: manifest({ batch: smallBatches, epochs: 1 }) });
    const weights = dataOf(facts, 'diversity.measured').map(({ operators }) =>
      operators.map((o) => o.weight),
    );
    expect(weights[0]).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(weights[1]).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(weights.at(-1)).not.toEqual([0.25, 0.25, 0.25, 0.25]);
    for (const row of weights) expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    const splits = new Set(dataOf(facts, 'rollout.finished').map(({ split }) => split));
    expect(splits).toEqual(new Set(['train', 'selection', 'heldOut']));
  });

  it('ends with the hash of its twin wherever it was killed, weights, lineages and all', async () => {
    const options = { manifest: manifest({ batch: smallBatches }) };
    const twin = await finished(options);
    const calls = twin.model.requests.length;
    for (const victim of [0.1, 0.35, 0.6, 0.8, 0.97].map((share) => Math.floor(share * calls))) {
      const store = journalStore();
      const killer = {
        ...options,
        store,
        ledgerStore: ledgerStore(),
        onCall: (call: number) => {
          if (call === victim) throw new Error('killed');
        },
      };
      await expect(finished(killer)).rejects.toThrow('killed');
      const resumed = await finished({ ...options, store, ledgerStore: ledgerStore() });
      expect(resumed.outcome.runHash).toBe(twin.outcome.runHash);
    }
  });

  it('R-104: what a provider says of similarity is journaled once, so that a replay needs no embedder', async () => {
    const store = journalStore();
    const embedderId = 'prv_1/embedding-model';
    const options = { manifest: manifest({ diversity: { ...DIVERSITY, embedderId } }), store };
    let asked = 0;
    const embedder = {
      id: embedderId,
      embed: async (texts: readonly string[]) => {
        asked += 1;
        return texts.map((text) => [...'abcdefghijklmnopqrstuvwxyz'].map((c) => (text[0] === c ? 1 : 0)));
      },
    };
    const first = await finished(options, (input) => ({ ...input, embedder }));
    expect(asked).toBeGreaterThan(0);
    // "bay" and "box" begin alike, and this embedder sees first letters only: the second of them is a copy.
    expect(dataOf(first.facts, 'diversity.measured')[0]?.rejectedAsDuplicate).toBeGreaterThan(0);
    const replay = await finished({ ...options, ledgerStore: ledgerStore() });
    expect(replay.outcome.runHash).toBe(first.outcome.runHash);
  });
});

const smallBatches = {
  kind: 'static' as const,
  size: 2,
  reason: 'Small batches learn over several iterations.',
};
