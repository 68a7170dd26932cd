import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactData, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { DispatchSettings, StragglerSettings } from '@/lib/domain/scheduling';
import { runLoop } from '@/lib/engine/run-loop';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import type { ManualClock } from '@/lib/testing/manual-clock';
import { type JournalStore, journalStore } from '@/lib/testing/memory-journal';
import { type LedgerStore, ledgerStore } from '@/lib/testing/memory-ledger';
import { drawnDelay, timedModel, untilSettled } from '@/lib/testing/timed-model';
import { toyRun } from '@/lib/testing/toy-run';

/**
 * Whole runs whose answers take seeded, long-tailed times on a clock that advances only when nothing else can
 * happen.
 */
const OFF: StragglerSettings = { carryOverAfterShare: null, overlap: false };

/** Dispatch settings that every parallel run pins; requests wait for one another here, on the same clock. */
const DISPATCH: DispatchSettings = {
  queueTarget: 5,
  maxWaitMs: 200,
  utilisationFloor: 0.5,
  rewardVarianceFloor: null,
  tokenBudget: 100_000,
  lengthBuckets: [],
  preemption: 'drain',
};

type Switches = Partial<StragglerSettings> & {
  readonly grouping?: 'planned';
  readonly dispatch?: DispatchSettings;
};
const EACH: Readonly<Record<string, Switches>> = {
  carryOver: { carryOverAfterShare: 0.7 },
  planned: { grouping: 'planned' },
  overlap: { overlap: true },
  'planned and overlap': { grouping: 'planned', overlap: true },
  'carry-over and overlap': { carryOverAfterShare: 0.7, overlap: true },
  'carry-over and planned': { carryOverAfterShare: 0.7, grouping: 'planned' },
  all: { carryOverAfterShare: 0.7, overlap: true, grouping: 'planned' },
  'all under a batching policy': {
    carryOverAfterShare: 0.7,
    overlap: true,
    grouping: 'planned',
    dispatch: DISPATCH,
  },
};
/** Time has no influence on these results: a twin reaches the same hash. */
const TIMELESS = ['planned', 'overlap', 'planned and overlap'];

function manifest(
  { grouping, dispatch, ...switches }: Switches,
  overrides: Partial<RunManifest> = {},
): RunManifest {
  const base = buildManifest();
  return buildManifest({
    split: {
      registrationId: 'spl',
      hash: 'h',
      counts: { train: 45, selection: 0, heldOut: 6, confirmation: 0 },
    },
    batch: { kind: 'static', size: 10, reason: 'A fixed size makes twins comparable.' },
    lanes: 64,
    aggregation: grouping === undefined ? base.aggregation : { ...base.aggregation, grouping },
    stragglers: { ...OFF, ...switches },
    ...(dispatch === undefined ? {} : { dispatch }),
    ...overrides,
  });
}

interface Options {
  readonly seed?: string;
  readonly sigma?: number;
  readonly store?: JournalStore;
  readonly facts?: LedgerStore;
  /** Dies at the n-th answer. */
  readonly dies?: number;
  readonly noModel?: boolean;
}

class Killed extends Error {}

async function runTimed(pinned: RunManifest, options: Options = {}) {
  const { seed = 'a', sigma = 0.8, store = journalStore(), facts = ledgerStore() } = options;
  const run = toyRun({
    manifest: pinned,
    store,
    ledgerStore: facts,
    onCall(call) {
      if (options.noModel) throw new Error('a replay makes no call');
      if (call === options.dies) throw new Killed();
    },
  });
  const clock = run.input.clock as ManualClock;
  const model = timedModel(run.model, clock, drawnDelay(seed, 1000, sigma));
  const outcome = await untilSettled(runLoop({ ...run.input, model }), clock).catch((error: unknown) => {
    if (error instanceof Killed) return null;
    throw error;
  });
  return { ...run, outcome, store, facts, wallMs: clock.monotonicMs() };
}

function ofType<T extends FactType>(entries: readonly LedgerEntry[], type: T): FactData[T][] {
  const found = entries.filter((entry) => entry.type === type) as unknown as { data: FactData[T] }[];
  return found.map(({ data }) => data);
}

/** The iteration that each reflection of the run ended up in. */
function fates(entries: readonly LedgerEntry[]) {
  const closed = ofType(entries, 'iteration.closed');
  const name = (iteration: number, ordinal: number) => `${iteration}/${ordinal}`;
  return {
    made: ofType(entries, 'reflection.finished')
      .filter(({ cause }) => cause === null)
      .map(({ iteration, ordinal }) => name(iteration, ordinal)),
    used: closed.flatMap(({ iteration, members, carried = [] }) => [
      ...members.map((ordinal) => name(iteration, ordinal)),
      ...carried.map((ordinal) => name(iteration - 1, ordinal)),
    ]),
    dropped: ofType(entries, 'reflection.dropped').map(({ iteration, ordinal }) => name(iteration, ordinal)),
  };
}

const cases = Object.entries(EACH);

describe('an open barrier', () => {
  it.each(cases)(
    '%s: every reflection takes part in exactly one iteration or is reported dropped',
    async (_, switches) => {
      await fc.assert(
        fc.asyncProperty(fc.string(), fc.integer({ min: 3, max: 64 }), async (seed, lanes) => {
          const run = await runTimed(manifest(switches, { lanes }), { seed });
          expect(run.outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
          const { made, used, dropped } = fates(run.ledger.entries);
          expect(made).toHaveLength(45);
          expect([...used, ...dropped].toSorted()).toEqual(made.toSorted());
          expect(run.model.repeatedKeys()).toEqual([]);
          const spend = ofType(run.ledger.entries, 'run.finished')[0]?.spend;
          expect(spend?.rollouts, 'dropped calls were paid').toBe(45);
        }),
        { numRuns: 6 },
      );
    },
  );

  it.each(cases)(
    '%s: a replay of a run, killed twice or not, reaches its hash and makes no call',
    async (_, switches) => {
      const calls = (await runTimed(manifest(switches))).model.requests.length;
      const kill = fc.integer({ min: 0, max: calls - 1 });
      await fc.assert(
        fc.asyncProperty(fc.string(), fc.array(kill, { maxLength: 2 }), async (seed, kills) => {
          const store = journalStore();
          const facts = ledgerStore();
          for (const dies of kills) await runTimed(manifest(switches), { seed, store, facts, dies });
          const answered = [...store.calls].filter(([, call]) => call.answer !== null).map(([key]) => key);
          const before = new Map(answered.map((key) => [key, store.calls.get(key)?.dispatches]));
          const last = await runTimed(manifest(switches), { seed, store, facts });
          expect(last.outcome?.status).toBe('finished');
          for (const [key, dispatches] of before) expect(store.calls.get(key)?.dispatches).toBe(dispatches);
          const unused = [...store.calls.values()].filter((call) => call.answer === null);
          expect(unused, 'every sent call has its answer').toEqual([]);
          const replay = await runTimed(manifest(switches), { seed, store, noModel: true });
          expect(replay.outcome?.runHash).toBe(last.outcome?.runHash);
          expect(byKey(facts.entries)).toEqual(byKey(replay.ledger.entries));
        }),
        { numRuns: 6 },
      );
    },
  );

  it.each(TIMELESS)(
    '%s: a killed run ends with the hash of its twin, which had other delays',
    async (name) => {
      const pinned = manifest(EACH[name] ?? {});
      const twin = await runTimed(pinned);
      const kill = fc.integer({ min: 0, max: 100 });
      await fc.assert(
        fc.asyncProperty(fc.string(), kill, kill, async (seed, a, b) => {
          const store = journalStore();
          const facts = ledgerStore();
          for (const dies of [a, b]) await runTimed(pinned, { seed, store, facts, dies });
          const last = await runTimed(pinned, { seed, store, facts });
          expect(last.outcome?.runHash).toBe(twin.outcome?.runHash);
        }),
        { numRuns: 6 },
      );
    },
  );

  it('off, by omission or explicitly, leaves the run unchanged', async () => {
    const { stragglers: _, ...absent } = manifest({});
    const hashOf = async (pinned: RunManifest) => {
      const entries = (await runTimed(pinned)).ledger.entries.filter(({ type }) => type !== 'run.started');
      return byKey(entries.filter(({ type }) => type !== 'run.finished'));
    };
    expect(await hashOf(manifest({}))).toEqual(await hashOf(absent as RunManifest));
  });

  it.each(['carryOver', 'planned', 'overlap', 'all'])(
    '%s: takes less time than waiting for everything',
    async (name) => {
      const seeds = ['a', 'b', 'c', 'd', 'e', 'f'];
      let waiting = 0;
      let open = 0;
      for (const seed of seeds) {
        waiting += (await runTimed(manifest({}), { seed })).wallMs;
        open += (await runTimed(manifest(EACH[name] ?? {}), { seed })).wallMs;
      }
      expect(open).toBeLessThan(waiting);
    },
  );

  it('carry-over closes at its share, numbers carried reflections after its own, and drains before the end', async () => {
    const { ledger } = await runTimed(manifest({ carryOverAfterShare: 0.7 }));
    const closed = ofType(ledger.entries, 'iteration.closed');
    const first = closed[0];
    expect(first?.members).toHaveLength(7);
    expect(first?.late).toHaveLength(3);
    const second = closed[1];
    expect(second?.carried?.length).toBeGreaterThan(0);
    expect(second?.carriedBase).toBe(ofType(ledger.entries, 'iteration.started')[0]?.candidateHash);
    const groups = ofType(ledger.entries, 'shuffle.finished')[1]?.groups.flat() ?? [];
    expect(Math.max(...groups)).toBeGreaterThanOrEqual(10);
    expect(new Set(groups).size).toBe((second?.members.length ?? 0) + (second?.carried?.length ?? 0));
    const last = closed.at(-1);
    expect(last?.late ?? []).toEqual([]);
    expect(last?.trainExamplesSeen).toBe(45);
    const measured = ofType(ledger.entries, 'heldOut.measured').at(-1);
    const created = ofType(ledger.entries, 'candidate.created').at(-1);
    expect(measured?.candidateHash, 'the last prompt is measured').toBe(created?.hash);
  });

  it('carry-over keeps late calls out of the fit, and reports twice-late ones with their cost', async () => {
    let dropped = 0;
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const { ledger } = await runTimed(manifest({ carryOverAfterShare: 0.5 }), { seed, sigma: 2 });
      for (const data of ofType(ledger.entries, 'reflection.dropped')) {
        dropped += 1;
        expect(data.costUsd).toBeGreaterThan(0);
        expect(data.tokens).toBeGreaterThan(0);
      }
    }
    expect(dropped).toBeGreaterThan(0);
  });

  it('overlap maps on the previous candidate, records it, and finishes work ahead when the run stops', async () => {
    // Six right answers of six show a third, with the planned looks.
    const stopping = { patience: null, targetScore: 0.33 };
    const evaluation = { everyExamples: 10, split: 'heldOut' as const };
    const { ledger, outcome } = await runTimed(manifest({ overlap: true }, { stopping, evaluation }));
    const started = ofType(ledger.entries, 'iteration.started');
    const closed = ofType(ledger.entries, 'iteration.closed');
    expect(started[0]?.stale).toBeUndefined();
    expect(started[1]).toMatchObject({ stale: true, candidateHash: started[0]?.candidateHash });
    expect(outcome?.reason).toBe('targetReached');
    expect(closed).toHaveLength(started.length);
    expect(fates(ledger.entries).used).toHaveLength(closed.at(-1)?.trainExamplesSeen ?? 0);
    const rollouts = ofType(ledger.entries, 'rollout.finished').filter(({ split }) => split === 'train');
    expect(
      rollouts.every(({ iteration, candidateHash }) => candidateHash === started[iteration]?.candidateHash),
    ).toBe(true);
  });

  it('overlap leaves out profile iterations, whose delays the size is fitted to', async () => {
    const batch = {
      kind: 'dynamic',
      profileSizes: [2, 4, 6],
      tauShare: 0.016,
      peakSlope: 'analyticMin',
      maxBatch: 10,
      confirm: true,
      rewardVarianceFloor: null,
    } as const;
    const { ledger } = await runTimed(manifest({ overlap: true }, { batch }));
    const plans = ofType(ledger.entries, 'batch.planned');
    for (const { iteration, stale } of ofType(ledger.entries, 'iteration.started')) {
      const before = plans.find((plan) => plan.iteration === iteration - 1);
      if (stale) expect(['profiling', 'confirming']).not.toContain(before?.reason);
    }
  });

  it('never exceeds a cap, with calls late or ahead', async () => {
    const shape = fc.record({
      seed: fc.string(),
      tokens: fc.integer({ min: 2_000, max: 120_000 }),
      rollouts: fc.option(fc.integer({ min: 1, max: 45 })),
      lanes: fc.integer({ min: 1, max: 64 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ seed, tokens, rollouts, lanes }) => {
        const budget = { rollouts, tokens, usd: null, wallMs: null };
        const run = await runTimed(manifest(EACH.all ?? {}, { budget, lanes }), { seed });
        const answers = [...run.store.calls.values()].flatMap(({ answer }) => answer ?? []);
        const used = answers.reduce((sum, { outcome }) => sum + outcome.tokensIn + outcome.tokensOut, 0);
        expect(run.outcome).not.toBeNull();
        expect(used).toBeLessThanOrEqual(tokens);
        const generated = [...run.store.calls].filter(
          ([key, { answer }]) => key.includes('/generate/') && (answer?.outcome.attempts ?? 0) > 0,
        );
        expect(generated.length).toBeLessThanOrEqual(rollouts ?? 45);
      }),
      { numRuns: 15 },
    );
  });
});

/** All entries that are part of the result, by key. */
function byKey(entries: readonly LedgerEntry[]) {
  const part = entries.filter(({ type }) => type !== 'run.paused' && type !== 'requests.dispatched');
  return Object.fromEntries(part.map(({ key, data }) => [key, data]));
}
