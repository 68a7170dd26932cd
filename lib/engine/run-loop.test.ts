import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { BatchSettings, RunManifest } from '@/lib/domain/manifest';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import type { Method } from '@/lib/methods/method';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { toyMethod } from '@/lib/testing/toy-method';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';
import { runLoop } from './run-loop';

const DYNAMIC: BatchSettings = {
  kind: 'dynamic',
  profileSizes: [2, 4, 6],
  tauShare: 0.016,
  peakSlope: 'analyticMin',
  maxBatch: 20,
  confirm: true,
  rewardVarianceFloor: null,
};

function manifest(overrides: Partial<RunManifest> = {}): RunManifest {
  const counts = { train: 30, selection: 4, heldOut: 16, confirmation: 4 };
  return buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    batch: { kind: 'static', size: 9, reason: 'A fixed size makes twins comparable.' },
    lanes: 4,
    ...overrides,
  });
}

class Killed extends Error {}

const ofType = (entries: readonly LedgerEntry[], type: FactType) =>
  entries.filter((entry) => entry.type === type);

async function finished(options: ToyRunOptions) {
  const run = toyRun(options);
  const outcome = await runLoop(run.input);
  return { ...run, outcome };
}

describe('runLoop', () => {
  it('learns, measures the original prompt and the last one, and names the best', async () => {
    const { outcome, ledger } = await finished({ manifest: manifest() });
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    const measured = ofType(ledger.entries, 'heldOut.measured').map(
      (entry) => entry.data as { score: { mean: number } },
    );
    expect(measured[0]?.score.mean).toBe(0);
    expect(measured.at(-1)?.score.mean).toBe(1);
    const last = ledger.entries.at(-1);
    expect(last).toMatchObject({
      type: 'run.finished',
      data: { bestScore: { mean: 1, n: 16 }, seedScore: { mean: 0 } },
    });
  });

  it('plans before every iteration and numbers its ledger without gaps', async () => {
    const { ledger } = await finished({ manifest: manifest({ batch: DYNAMIC }) });
    const closed = ofType(ledger.entries, 'iteration.closed').length;
    expect(closed).toBeGreaterThan(3);
    expect(ofType(ledger.entries, 'batch.planned')).toHaveLength(closed);
    expect(ledger.entries.map((entry) => entry.seq)).toEqual(ledger.entries.map((_, index) => index + 1));
  });

  it('ends with the hash of an uninterrupted twin after a kill at any call, and pays no answered call again', async () => {
    const twin = await finished({ manifest: manifest() });
    const calls = twin.model.requests.length;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: calls - 1 }),
        fc.integer({ min: 0, max: calls - 1 }),
        async (a, b) => {
          const store = journalStore();
          const facts = ledgerStore();
          for (const victim of [a, b]) {
            const run = toyRun({
              manifest: manifest(),
              store,
              ledgerStore: facts,
              onCall: (call) => {
                if (call === victim) throw new Killed();
              },
            });
            await runLoop(run.input).catch((error: unknown) => {
              if (!(error instanceof Killed)) throw error;
            });
          }
          const answered = new Set(
            [...store.calls].filter(([, call]) => call.answer !== null).map(([key]) => key),
          );
          const dispatchesBefore = new Map([...store.calls].map(([key, call]) => [key, call.dispatches]));
          const last = await finished({ manifest: manifest(), store, ledgerStore: facts });
          expect(last.outcome.runHash).toBe(twin.outcome.runHash);
          for (const key of answered)
            expect(store.calls.get(key)?.dispatches).toBe(dispatchesBefore.get(key));
          expect(facts.entries.map((entry) => entry.seq)).toEqual(facts.entries.map((_, index) => index + 1));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('pauses without losing a paid answer, and resumes to the same end', async () => {
    const twin = await finished({ manifest: manifest() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: twin.model.requests.length - 2 }), async (moment) => {
        const store = journalStore();
        const facts = ledgerStore();
        const paused = await finished({
          manifest: manifest(),
          store,
          ledgerStore: facts,
          onCall: (call, _request, interrupt) => {
            if (call === moment) interrupt.abort();
          },
        });
        expect(paused.outcome.status).toBe('paused');
        expect([...store.calls.values()].every((call) => call.answer !== null)).toBe(true);
        const last = await finished({ manifest: manifest(), store, ledgerStore: facts });
        expect(last.outcome.runHash).toBe(twin.outcome.runHash);
        expect(last.model.requests.length + paused.model.requests.length).toBe(twin.model.requests.length);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['static', manifest()],
    ['dynamic', manifest({ batch: DYNAMIC })],
  ])(
    'replays a finished run with a %s plan from its journal alone, to the same hash',
    async (_name, pinned) => {
      const store = journalStore();
      const first = await finished({ manifest: pinned, store });
      const replay = await finished({
        manifest: pinned,
        store,
        onCall: () => {
          throw new Error('a replay makes no call');
        },
      });
      expect(replay.outcome.runHash).toBe(first.outcome.runHash);
      expect(replay.model.requests).toHaveLength(0);
    },
  );

  it('never exceeds a token cap and still ends with a measured prompt', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 20_000 }), async (tokens) => {
        const capped = manifest({ budget: { rollouts: null, tokens, usd: null, wallMs: null } });
        const { ledger } = await finished({ manifest: capped });
        const end = ledger.entries.at(-1);
        if (end?.type !== 'run.finished') throw new Error('the run must end');
        expect(end.data.spend.tokensIn + end.data.spend.tokensOut).toBeLessThanOrEqual(tokens);
      }),
      { numRuns: 30 },
    );
  });

  it('never exceeds a rollout cap, for any number of rounds of the method', async () => {
    /** Runs the allowed number of rounds for every example. */
    const stubborn: Method = {
      ...toyMethod,
      async mapExample(input) {
        for (let round = 1; round < rolloutsPerExample(input.manifest.method); round += 1) {
          const messages = [{ role: 'user' as const, content: `round ${round}` }];
          const { ordinal, example } = input;
          const request = { ordinal, repetition: round, subject: example.id, messages, json: false };
          await input.ask({ purpose: 'generate', ...request });
        }
        return toyMethod.mapExample(input);
      },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 3 }),
        async (cap, maxRounds) => {
          const pinned = manifest({ budget: { rollouts: cap, tokens: null, usd: null, wallMs: null } });
          const run = toyRun({ manifest: { ...pinned, method: { ...ACE_DEFAULT_SETTINGS, maxRounds } } });
          await runLoop({ ...run.input, method: stubborn });
          const end = run.ledger.entries.at(-1);
          if (end?.type !== 'run.finished') throw new Error('the run must end');
          expect(end.data.spend.rollouts).toBeLessThanOrEqual(cap);
          expect(end.data.spend.rollouts).toBeGreaterThan(Math.min(cap, 30 * maxRounds) - maxRounds);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('treats a failed call as missing data: the score has its cause and the run continues', async () => {
    const run = toyRun({ manifest: manifest() });
    const complete = run.model.complete;
    let calls = 0;
    const model = {
      complete: async (request: Parameters<typeof complete>[0]) => {
        calls += 1;
        if (calls % 3 !== 0) return complete(request);
        const cause = { code: 'unavailable' as const, message: 'The provider did not answer.' };
        return { ok: false as const, cause, tokensIn: 0, tokensOut: 0, delayMs: 1, attempts: 5 };
      },
    };
    const outcome = await runLoop({ ...run.input, model });
    expect(outcome.status).toBe('finished');
    const failed = ofType(run.ledger.entries, 'rollout.finished').filter(
      (entry) => entry.type === 'rollout.finished' && entry.data.cause !== null,
    );
    expect(failed.length).toBeGreaterThan(5);
    expect(failed.every((entry) => entry.type === 'rollout.finished' && entry.data.score === null)).toBe(
      true,
    );
  });

  it('stops when the provider answers every rollout of an iteration with a refusal', async () => {
    const run = toyRun({ manifest: manifest() });
    const cause = { code: 'rejected' as const, message: 'The provider does not accept the key (401).' };
    const model = {
      complete: async () => ({
        ok: false as const,
        cause,
        tokensIn: 0,
        tokensOut: 0,
        delayMs: 1,
        attempts: 5,
      }),
    };
    const outcome = await runLoop({ ...run.input, model });
    expect(outcome).toMatchObject({ status: 'stopped', reason: 'providerDown' });
  });
});
