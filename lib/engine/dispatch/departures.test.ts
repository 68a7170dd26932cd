import { describe, expect, it } from 'vitest';
import { makeAsker } from '@/lib/engine/calls/ask';
import { describeCall } from '@/lib/engine/calls/describe-call';
import { makeLanes } from '@/lib/engine/calls/lanes';
import { ceilingOf } from '@/lib/engine/calls/pricing';
import { makeBudgetKeeper } from '@/lib/engine/limits/budget';
import type { AskRequest } from '@/lib/methods/method';
import type { LanguageModel } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { manualClock } from '@/lib/testing/manual-clock';
import { memoryJournal } from '@/lib/testing/memory-journal';
import { scriptedReply } from '@/lib/testing/scripted-model';
import { CallCut } from './departures';
import { openDispatch } from './open-dispatch';

const manifest = buildManifest({
  lanes: 2,
  dispatch: {
    queueTarget: 1,
    maxWaitMs: 200,
    utilisationFloor: null,
    rewardVarianceFloor: null,
    tokenBudget: 100_000,
    lengthBuckets: [],
    preemption: 'drop',
  },
});

function request(ordinal: number): AskRequest {
  const messages = [{ role: 'user' as const, content: 'What is a bee?' }];
  return { purpose: 'generate', ordinal, repetition: 0, subject: 'bee', messages, json: false };
}

describe('R-088 cancelling what was not sent', () => {
  it('releases every reservation but that of the call that was sent, which is kept and paid', async () => {
    const clock = manualClock();
    const journal = memoryJournal();
    const lanes = makeLanes(2);
    const { binding, promptBytes } = describeCall(manifest, 0, request(0));
    // Room for one call: of three, one is sent, one waits for room with a lane in hand, one waits in the line.
    const budget = makeBudgetKeeper({ tokens: ceilingOf(binding, promptBytes).tokens });
    const dispatching = openDispatch({ manifest, clock, alarm: clock, journal }, lanes);
    const dispatcher = dispatching?.dispatcher;
    const cutting = new AbortController();
    const model: LanguageModel = {
      async complete(asked) {
        expect(dispatcher?.waiting, 'the third has no lane').toBe(1);
        cutting.abort();
        dispatcher?.withdraw(
          ({ cut }) => cut === cutting.signal,
          () => new CallCut(),
        );
        return scriptedReply(asked, 'a pollinator');
      },
    };
    const { signal } = new AbortController();
    const ports = { manifest, model, journal, budget, lanes, clock, alarm: clock, signal };
    const asker = makeAsker({ ...ports, dispatcher });
    const ask = asker.forIteration(0, cutting.signal);
    const ends = await Promise.allSettled([0, 1, 2].map((ordinal) => ask(request(ordinal))));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const end of ends.slice(1)) {
      expect(end.status === 'rejected' && end.reason).toBeInstanceOf(CallCut);
    }
    expect(budget.reserved).toMatchObject({ tokens: 0, usd: 0, rollouts: 0 });
    expect(budget.used.tokens, 'the paid answer alone').toBe(
      asker.spend().tokensIn + asker.spend().tokensOut,
    );
    expect(journal.store.calls.size, 'what was cancelled was never written down as sent').toBe(1);
    expect(lanes.inUse).toBe(0);
  });
});
