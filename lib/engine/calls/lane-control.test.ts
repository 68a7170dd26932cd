import { describe, expect, it } from 'vitest';
import type { FactOf } from '@/lib/domain/ledger-entry';
import { runLoop } from '@/lib/engine/run-loop';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';
import { makeLanes } from './lanes';

const MANIFEST = buildManifest({
  split: {
    registrationId: 'spl_1',
    hash: 'h',
    counts: { train: 32, selection: 8, heldOut: 8, confirmation: 0 },
  },
  batch: { kind: 'static', size: 8, reason: 'A fixed size makes twins comparable.' },
  evaluation: { everyExamples: 8, split: 'heldOut' },
  lanes: 2,
  diversity: {
    operators: [
      { kind: 'insert', weight: 0.5 },
      { kind: 'rephrase', weight: 0.25 },
      { kind: 'reorder', weight: 0.25 },
    ],
    adaptAfterIteration: null,
    temperature: [{ fromIteration: 0, temperature: 0.5 }],
    similarityMax: 1,
    embedderId: HASHED_NGRAM_ID,
    reseedAfterCollapsed: null,
  },
});

async function finished(options: ToyRunOptions, wanted?: (boundary: number) => number | null) {
  const run = toyRun(options);
  let boundary = -1;
  const lanesWanted = async () => {
    boundary += 1;
    return wanted?.(boundary) ?? null;
  };
  const control = wanted ? { ...run.input.control, lanesWanted } : run.input.control;
  const outcome = await runLoop({ ...run.input, control });
  const changes = run.ledger.entries.flatMap((entry) =>
    entry.type === 'lanes.changed' ? [entry.data as FactOf<'lanes.changed'>['data']] : [],
  );
  return { ...run, outcome, changes };
}

describe('the lanes of a run', () => {
  it("follow a person's request at the next boundary, and a replay without it reaches the same hash", async () => {
    const store = journalStore();
    const run = await finished({ manifest: MANIFEST, store }, (boundary) => (boundary < 2 ? null : 5));
    expect(run.changes).toMatchObject([{ iteration: 2, from: 2, to: 5 }]);
    expect([...store.decisions.keys()].filter((key) => key.includes('/lanes/'))).toEqual(['2/lanes/0']);
    const replay = await finished({ manifest: MANIFEST, store, ledgerStore: ledgerStore() });
    expect(replay.outcome.runHash).toBe(run.outcome.runHash);
  });

  it('are not decided at all without a request or an automatic raise', async () => {
    const store = journalStore();
    const run = await finished({ manifest: MANIFEST, store }, () => null);
    expect(run.changes).toEqual([]);
    expect([...store.decisions.keys()].filter((key) => key.includes('/lanes/'))).toEqual([]);
  });

  it('R-202: rise by themselves while all holds, never above their most, and the same in a replay', async () => {
    const store = journalStore();
    const manifest = { ...MANIFEST, lanesMax: 6 };
    const run = await finished({ manifest, store });
    expect(run.changes.length).toBeGreaterThan(0);
    for (const { from, to } of run.changes) {
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThanOrEqual(6);
    }
    // Never before the selection split was measured twice.
    expect(run.changes[0]?.iteration).toBeGreaterThanOrEqual(1);
    const replay = await finished({ manifest, store, ledgerStore: ledgerStore() });
    expect(replay.changes).toEqual(run.changes);
    expect(replay.outcome.runHash).toBe(run.outcome.runHash);
  });

  it("a person's word goes before the automatic raise, once", async () => {
    const manifest = { ...MANIFEST, lanesMax: 64 };
    const { changes } = await finished({ manifest }, () => 1);
    expect(changes[0]).toMatchObject({ iteration: 0, from: 2, to: 1 });
  });
});

describe('resizing', () => {
  it('lets waiting calls through when lanes are added, in order', async () => {
    const lanes = makeLanes(1);
    const got: number[] = [];
    await lanes.acquire();
    const waiting = [1, 2, 3].map((place) => lanes.acquire().then(() => got.push(place)));
    lanes.resize(3);
    await Promise.all(waiting.slice(0, 2));
    expect(got).toEqual([1, 2]);
    expect(lanes.inUse).toBe(3);
    lanes.release();
    await waiting[2];
    expect(got).toEqual([1, 2, 3]);
  });

  it('gives nothing up when lanes are taken away: calls end, and only then others may come', async () => {
    const lanes = makeLanes(3);
    await Promise.all([lanes.acquire(), lanes.acquire(), lanes.acquire()]);
    let isThrough = false;
    const waiting = lanes.acquire().then(() => {
      isThrough = true;
    });
    lanes.resize(1);
    lanes.release();
    lanes.release();
    await Promise.resolve();
    expect([lanes.inUse, isThrough]).toEqual([1, false]);
    lanes.release();
    await waiting;
    expect(lanes.inUse).toBe(1);
  });
});
