import { describe, expect, it } from 'vitest';
import { runLoop } from '@/lib/engine/run-loop';
import { AppError } from '@/lib/errors/app-error';
import type { LanguageModel } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { toyRun } from '@/lib/testing/toy-run';

const manifest = buildManifest({
  split: {
    registrationId: 'spl_toy',
    hash: 'h',
    counts: { train: 16, selection: 0, heldOut: 6, confirmation: 0 },
  },
  batch: { kind: 'static', size: 8, reason: 'A test of outages, not of sizes.' },
  lanes: 4,
});

/** A provider that is unavailable from this call on. */
function awayFrom(
  call: number,
  model: LanguageModel,
  context: Readonly<Record<string, unknown>> = {},
): LanguageModel {
  let calls = 0;
  return {
    async complete(request) {
      calls += 1;
      if (calls >= call) throw new AppError('PROVIDER_AWAY', 'No answer for half an hour.', { context });
      return model.complete(request);
    },
  };
}

describe('an unavailable provider', () => {
  it('pauses the run with its reason, fails no example, and counts no refused call as paid', async () => {
    const twin = toyRun({ manifest });
    const whole = await runLoop(twin.input);
    const store = journalStore();
    const facts = ledgerStore();
    const cut = toyRun({ manifest, store, ledgerStore: facts });
    const away = { noun: 'provider', name: 'Ours', sinceMs: 5 };
    const model = awayFrom(15, cut.model, { away });
    await expect(runLoop({ ...cut.input, model })).rejects.toMatchObject({ code: 'PROVIDER_AWAY' });
    const paused = cut.ledger.entries.at(-1);
    expect(paused).toMatchObject({
      type: 'run.paused',
      data: { away },
    });

    const again = toyRun({ manifest, store, ledgerStore: facts });
    expect(again.journal.lostInFlight?.calls).toBe(0);
    const outcome = await runLoop(again.input);
    expect(outcome).toMatchObject({ status: 'finished', runHash: whole.runHash });
    expect(again.model.requests.length + cut.model.requests.length).toBe(twin.model.requests.length);
  });

  it('counts a request that was sent and never answered as possibly paid', async () => {
    const store = journalStore();
    const cut = toyRun({ manifest, store });
    const model = awayFrom(15, cut.model, { mayBePaid: true });
    await expect(runLoop({ ...cut.input, model })).rejects.toMatchObject({ code: 'PROVIDER_AWAY' });
    const lost = toyRun({ manifest, store }).journal.lostInFlight?.calls ?? 0;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(manifest.lanes);
  });

  it('ends as an ordinary pause when a pause was requested while the provider was away', async () => {
    const run = toyRun({ manifest });
    const model = awayFrom(15, run.model);
    const complete: LanguageModel['complete'] = async (request) => {
      try {
        return await model.complete(request);
      } catch (error) {
        run.interrupt.abort();
        throw error;
      }
    };
    expect((await runLoop({ ...run.input, model: { complete } })).status).toBe('paused');
    expect(
      [...run.journal.store.calls.values()].filter((call) => call.dispatches > 0 && !call.answer),
    ).toEqual([]);
  });
});

describe('the delay of an iteration', () => {
  const taintedOf = async (change: (run: ReturnType<typeof toyRun>) => Partial<typeof run.input>) => {
    const run = toyRun({ manifest });
    await runLoop({ ...run.input, ...change(run) });
    return run.ledger.entries.flatMap((entry) =>
      entry.type === 'iteration.closed' ? [entry.measured.tainted ?? false] : [],
    );
  };

  it('is no measurement if one of its calls waited for its provider, and is one otherwise', async () => {
    expect(await taintedOf(() => ({}))).toEqual([false, false]);
    let generated = 0;
    const tainted = await taintedOf(({ model }) => ({
      model: {
        async complete(request) {
          const outcome = await model.complete(request);
          generated += request.purpose === 'generate' ? 1 : 0;
          return generated === 9 && request.purpose === 'generate' ? { ...outcome, awayMs: 1 } : outcome;
        },
      },
    }));
    expect(tainted).toEqual([false, true]);
  });

  it('is no measurement if the journal waited for its database', async () => {
    let awayMs = 0;
    const tainted = await taintedOf(({ journal }) => ({
      journal: {
        ...journal,
        get awayMs() {
          return awayMs;
        },
        async recordSent(key, request) {
          if (key.iteration === 1) awayMs += 5;
          return journal.recordSent(key, request);
        },
      },
    }));
    expect(tainted).toEqual([false, true]);
  });
});
