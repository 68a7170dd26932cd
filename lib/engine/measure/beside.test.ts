import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactData, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { runLoop } from '@/lib/engine/run-loop';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';
import { measuresBeside } from './beside';

const counts = { train: 32, selection: 4, heldOut: 16, confirmation: 4 };

function manifest(overrides: Partial<RunManifest> = {}): RunManifest {
  return buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    batch: { kind: 'static', size: 8, reason: 'A fixed size makes twins comparable.' },
    evaluation: { everyExamples: 8, split: 'heldOut', beside: true },
    lanes: 4,
    ...overrides,
  });
}

const between = (overrides: Partial<RunManifest> = {}) =>
  manifest({ evaluation: { everyExamples: 8, split: 'heldOut' }, ...overrides });

async function finished(options: ToyRunOptions) {
  const run = toyRun(options);
  const outcome = await runLoop(run.input);
  return { ...run, outcome };
}

const dataOf = <T extends FactType>(entries: readonly LedgerEntry[], type: T) =>
  entries.flatMap((entry) => (entry.type === type ? [entry.data as FactData[T]] : []));

const curveOf = (entries: readonly LedgerEntry[]) =>
  dataOf(entries, 'heldOut.measured').map(({ iteration, trainExamplesSeen, score, candidateHash }) => ({
    ...{ iteration, trainExamplesSeen, candidateHash, mean: score.mean },
  }));

/** Answers of a batch that are directly followed by one of a measurement. */
const overlapsOf = ({ model }: Awaited<ReturnType<typeof finished>>) =>
  model.requests.filter(
    ({ purpose }, at, all) => purpose === 'generate' && all[at + 1]?.purpose === 'evaluate',
  ).length;

class Killed extends Error {}

describe('held-out beside the next map', () => {
  it('finds the same curve and the same best as between iterations, while the next batch is answered', async () => {
    const beside = await finished({ manifest: manifest() });
    const apart = await finished({ manifest: between() });
    expect(curveOf(beside.ledger.entries)).toEqual(curveOf(apart.ledger.entries));
    expect(dataOf(beside.ledger.entries, 'run.finished')[0]).toMatchObject({
      bestCandidateHash: dataOf(apart.ledger.entries, 'run.finished')[0]?.bestCandidateHash,
      spend: dataOf(apart.ledger.entries, 'run.finished')[0]?.spend,
    });
    // Between iterations a batch is never answered before a measurement that has begun.
    expect(overlapsOf(apart)).toBe(0);
    expect(overlapsOf(beside)).toBeGreaterThan(0);
  });

  it('does so under a dispatch policy, too', async () => {
    const dispatch: RunManifest['dispatch'] = {
      ...{ queueTarget: 1, maxWaitMs: null, utilisationFloor: null, rewardVarianceFloor: null },
      ...{ tokenBudget: 100_000, lengthBuckets: [], preemption: 'drain' },
    };
    const beside = await finished({ manifest: manifest({ dispatch }) });
    const apart = await finished({ manifest: between({ dispatch }) });
    expect(curveOf(beside.ledger.entries)).toEqual(curveOf(apart.ledger.entries));
    expect(overlapsOf(apart)).toBe(0);
    expect(overlapsOf(beside)).toBeGreaterThan(0);
  });

  it('states a measurement after its iteration has closed and before the next one closes', async () => {
    const { ledger } = await finished({ manifest: manifest() });
    const order = ledger.entries.flatMap(({ type, data }) =>
      type === 'heldOut.measured' || type === 'iteration.closed'
        ? [
            `${type === 'iteration.closed' ? 'closed' : 'measured'} ${(data as { iteration: number }).iteration}`,
          ]
        : [],
    );
    expect(order).toEqual([
      ...['measured -1', 'closed 0', 'measured 0', 'closed 1', 'measured 1', 'closed 2', 'measured 2'],
      ...['closed 3', 'measured 3'],
    ]);
  });

  it('ends with the hash of an uninterrupted twin after a kill or a pause at any call, and pays nothing twice', async () => {
    const twin = await finished({ manifest: manifest() });
    const calls = twin.model.requests.length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: calls - 2 }), fc.boolean(), async (moment, isKill) => {
        const store = journalStore();
        const facts = ledgerStore();
        const run = toyRun({
          ...{ manifest: manifest(), store, ledgerStore: facts },
          onCall: (call, _request, interrupt) => {
            if (call !== moment) return;
            if (isKill) throw new Killed();
            interrupt.abort();
          },
        });
        const ended = await runLoop(run.input).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return null;
        });
        if (!isKill) expect(ended).toMatchObject({ status: 'paused' });
        const answered = [...store.calls].filter(([, { answer }]) => answer !== null);
        const before = answered.map(([key, { dispatches }]) => [key, dispatches] as const);
        const last = await finished({ manifest: manifest(), store, ledgerStore: facts });
        expect(last.outcome.runHash).toBe(twin.outcome.runHash);
        for (const [key, dispatches] of before) expect(store.calls.get(key)?.dispatches).toBe(dispatches);
      }),
      { numRuns: 60 },
    );
  });

  it('lets a stop rule read each measurement one iteration later', async () => {
    const stopping = { patience: null, targetScore: 0.5 };
    const iterations = async (of: typeof manifest) => {
      const { ledger, outcome } = await finished({ manifest: of({ stopping }) });
      expect(outcome).toMatchObject({ reason: 'targetReached' });
      return dataOf(ledger.entries, 'iteration.closed').length;
    };
    expect(await iterations(manifest)).toBe((await iterations(between)) + 1);
  });

  it('keeps a cap of tokens with the measurement that is running', async () => {
    const whole = await finished({ manifest: manifest() });
    const { tokensIn, tokensOut } = dataOf(whole.ledger.entries, 'run.finished')[0]?.spend ?? {
      tokensIn: 0,
      tokensOut: 0,
    };
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0.1, max: 1, noNaN: true }), async (share) => {
        const tokens = Math.ceil((tokensIn + tokensOut) * share);
        const budget = { ...manifest().budget, tokens };
        const { ledger } = await finished({ manifest: manifest({ budget }) });
        const spend = dataOf(ledger.entries, 'run.finished')[0]?.spend;
        expect((spend?.tokensIn ?? 0) + (spend?.tokensOut ?? 0)).toBeLessThanOrEqual(tokens);
      }),
      { numRuns: 40 },
    );
  });

  it('measures between iterations while sizes are profiled', async () => {
    const batch = {
      ...({ kind: 'dynamic', profileSizes: [2, 4], tauShare: 0.016, peakSlope: 'analyticMin' } as const),
      ...{ maxBatch: 20, confirm: true, rewardVarianceFloor: null },
    };
    const { ledger } = await finished({ manifest: manifest({ batch }) });
    const planned = dataOf(ledger.entries, 'batch.planned').map(({ reason }) => reason);
    const profiled = planned.filter((reason) => reason === 'profiling').length;
    expect(planned.slice(profiled)).not.toContain('profiling');
    const order = ledger.entries.flatMap(({ type, data }) =>
      type === 'heldOut.measured' || type === 'iteration.started'
        ? [{ type, iteration: (data as { iteration: number }).iteration }]
        : [],
    );
    for (const [at, { type, iteration }] of order.entries())
      if (type === 'heldOut.measured' && iteration + 1 < profiled)
        expect(order[at + 1]).toEqual({ type: 'iteration.started', iteration: iteration + 1 });
  });

  it.each<[string, Partial<RunManifest>]>([
    ['a serial baseline', { kind: 'serialBaseline' }],
    ['rollouts that other workers carry', { spreadRollouts: true }],
    ['a map that overlaps a reduce', { stragglers: { overlap: true } as RunManifest['stragglers'] & object }],
  ])('is left to the time between iterations for %s', (_what, overrides) => {
    expect(measuresBeside(manifest())).toBe(true);
    expect(measuresBeside(manifest(overrides))).toBe(false);
  });
});
