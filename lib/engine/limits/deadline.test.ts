import { describe, expect, it } from 'vitest';
import type { FactOf } from '@/lib/domain/ledger-entry';
import { runLoop } from '@/lib/engine/run-loop';
import type { LanguageModel } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { manualClock } from '@/lib/testing/manual-clock';
import { journalStore } from '@/lib/testing/memory-journal';
import { scriptedReply } from '@/lib/testing/scripted-model';
import { toyRun } from '@/lib/testing/toy-run';
import { makeDeadline } from './deadline';

describe('R-120 the deadline', () => {
  it('ends training early by the longest measurement, so that the last prompt is measured in time', () => {
    const clock = manualClock();
    const deadline = makeDeadline({ clock, startedAtMs: clock.nowMs(), wallMs: 100 });
    deadline.measurementTook(30);
    deadline.measurementTook(20);
    clock.advance(69);
    expect(deadline.passedFor('generate')).toBe(false);
    clock.advance(1);
    expect([deadline.passedFor('generate'), deadline.passedFor('evaluate')]).toEqual([true, false]);
    clock.advance(30);
    expect(deadline.passedFor('evaluate')).toBe(true);
  });

  it('is never reached where there is none', () => {
    const clock = manualClock();
    const deadline = makeDeadline({ clock, startedAtMs: 0, wallMs: null });
    clock.advance(1e12);
    expect(deadline.passedFor('generate')).toBe(false);
  });

  it('sends nothing after it, keeps what was paid, and replays to the same hash without a clock', async () => {
    const wallMs = 400;
    const manifest = buildManifest({
      lanes: 2,
      budget: { rollouts: null, tokens: null, usd: null, wallMs },
    });
    const store = journalStore();
    const first = toyRun({ manifest, store });
    const clock = manualClock();
    const startMs = clock.nowMs();
    const sentAt: number[] = [];
    const model: LanguageModel = {
      async complete(request) {
        sentAt.push(clock.nowMs() - startMs);
        clock.advance(7);
        return scriptedReply(request, 'oak');
      },
    };
    const outcome = await runLoop({ ...first.input, clock, model });
    expect(outcome.reason).toBe('deadline');
    expect(Math.max(...sentAt)).toBeLessThan(wallMs);

    const replayed = toyRun({ manifest, store });
    const again = await runLoop(replayed.input);
    expect(again.runHash).toBe(outcome.runHash);
    expect(replayed.model.requests).toEqual([]);
  });

  it('a measurement that it cut short is stated as incomplete and is never the best', async () => {
    const manifest = buildManifest({
      lanes: 1,
      budget: { rollouts: null, tokens: null, usd: null, wallMs: 30 },
    });
    const run = toyRun({ manifest });
    const clock = manualClock();
    const model: LanguageModel = {
      async complete(request) {
        clock.advance(7);
        return scriptedReply(request, 'oak');
      },
    };
    await runLoop({ ...run.input, clock, model });
    const measured = run.ledger.entries.filter(
      (fact): fact is FactOf<'heldOut.measured'> & { seq: number } => fact.type === 'heldOut.measured',
    );
    expect(measured.map(({ data }) => [data.incomplete, data.best])).toContainEqual([true, false]);
    expect(measured.filter(({ data }) => data.incomplete && data.best)).toEqual([]);
  });
});
