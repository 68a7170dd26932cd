import { describe, expect, it } from 'vitest';
import type { FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { AggregationKind, RunManifest } from '@/lib/domain/manifest';
import type { ModelRequest } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';
import { runLoop } from './run-loop';

const ARMS = ['topK', 'summary', 'hierarchicalSummary'] as const;

function manifest(kind: AggregationKind, overrides: Partial<RunManifest> = {}): RunManifest {
  return buildManifest({
    kind: 'comparisonPoint',
    split: {
      registrationId: 'spl_1',
      hash: 'h',
      counts: { train: 24, selection: 4, heldOut: 8, confirmation: 4 },
    },
    aggregation: { kind, duplication: 2, groups: null, reducer: 'llm', fanInMax: 24 },
    batch: { kind: 'static', size: 10, reason: 'A fixed size makes twins comparable.' },
    lanes: 4,
    ...overrides,
  });
}

/** The toy's summary: every word once. */
function reply({ purpose, messages }: ModelRequest): string | undefined {
  if (purpose !== 'summarise') return undefined;
  const words = messages.at(-1)?.content.match(/^[a-z]+(?: [a-z]+)*$/gm) ?? [];
  return [...new Set(words.flatMap((line) => line.split(' ')))].join(' ');
}

async function finished(options: ToyRunOptions) {
  const run = toyRun({ reply, ...options });
  return { ...run, outcome: await runLoop(run.input) };
}

const dataOf = <T extends FactType>(entries: readonly LedgerEntry[], type: T) =>
  entries.flatMap((entry) => (entry.type === type ? [entry.data as Record<string, unknown>] : []));

class Killed extends Error {}

describe('a run of an arm that condenses reflections', () => {
  it.each([
    // Iterations of 10, 10 and 4 examples.
    ['topK', 0, [3, 3, 2]],
    ['summary', 3, [1, 1, 1]],
    ['hierarchicalSummary', 24 + 3, [1, 1, 1]],
  ] as const)('%s: asks what it says, and tells it', async (kind, summaries, inputs) => {
    const { model, ledger, outcome } = await finished({ manifest: manifest(kind) });
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    const asked = (purpose: string) => model.requests.filter((request) => request.purpose === purpose).length;
    expect([asked('summarise'), asked('aggregate'), asked('combine')]).toEqual([summaries, 3, 0]);
    expect(dataOf(ledger.entries, 'shuffle.finished').map(({ k, duplication }) => [k, duplication])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(dataOf(ledger.entries, 'group.aggregated').map((one) => one.inputs)).toEqual(inputs);
    expect(dataOf(ledger.entries, 'scan.combined').map((one) => one.mode)).toEqual([kind, kind, kind]);
    const calls = dataOf(ledger.entries, 'scan.combined').map((one) => one.calls as number);
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(summaries + 3);
  });

  it.each(ARMS)(
    '%s: ends with the hash of its twin wherever it was killed, and pays nothing twice',
    async (kind) => {
      const twin = await finished({ manifest: manifest(kind) });
      for (let victim = 8; victim < twin.model.requests.length; victim += 17) {
        const [store, facts] = [journalStore(), ledgerStore()];
        const run = toyRun({
          manifest: manifest(kind),
          reply,
          store,
          ledgerStore: facts,
          onCall: (call) => {
            if (call === victim) throw new Killed();
          },
        });
        await expect(runLoop(run.input)).rejects.toThrow(Killed);
        const answered = [...store.calls].filter(([, call]) => call.answer !== null);
        const dispatches = new Map(answered.map(([key, call]) => [key, call.dispatches]));
        const again = await finished({ manifest: manifest(kind), store, ledgerStore: facts });
        expect(again.outcome.runHash).toBe(twin.outcome.runHash);
        for (const [key, before] of dispatches) expect(store.calls.get(key)?.dispatches).toBe(before);
      }
    },
  );
});
