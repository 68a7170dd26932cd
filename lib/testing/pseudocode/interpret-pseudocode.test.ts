import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlushEntry } from '@/lib/domain/flush';
import type { DispatchSettings } from '@/lib/domain/scheduling';
import { makeLanes } from '@/lib/engine/calls/lanes';
import { makeDispatchTally } from '@/lib/engine/dispatch/dispatch-tally';
import { makeDispatcher } from '@/lib/engine/dispatch/dispatcher';
import { policyPseudocode } from '@/lib/engine/dispatch/policy-pseudocode';
import {
  lookBy,
  type SimulatedCall,
  simulateDispatch,
  type Workload,
} from '@/lib/engine/dispatch/simulate-dispatch';
import { manualClock } from '@/lib/testing/manual-clock';
import { journalStore, memoryJournal } from '@/lib/testing/memory-journal';
import { interpretLook } from './interpret-pseudocode';
import { parsePseudocode } from './parse-pseudocode';
import { replayFlushes } from './replay-flushes';

const settingsOf = fc.record<DispatchSettings>({
  queueTarget: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  maxWaitMs: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null }),
  utilisationFloor: fc.option(fc.constantFrom(0.1, 0.5, 0.9, 1), { nil: null }),
  rewardVarianceFloor: fc.option(fc.constantFrom(0.001, 0.1, 0.24, 1e-7), { nil: null }),
  tokenBudget: fc.integer({ min: 1, max: 2_000 }),
  lengthBuckets: fc
    .uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 4 })
    .map((bounds) => bounds.sort((a, b) => a - b)),
  preemption: fc.constantFrom('drop', 'drain', 'rollback'),
});

const callOf = fc.record({
  promptTokens: fc.integer({ min: 1, max: 1_000 }),
  answerTokens: fc.integer({ min: 0, max: 500 }),
  delayMs: fc.integer({ min: 1, max: 400 }),
  reward: fc.constantFrom(0, 1, 1, 1),
  follows: fc.boolean(),
});

const workloadOf = fc.record({
  lanes: fc.integer({ min: 1, max: 10 }),
  calls: fc.array(fc.tuple(fc.integer({ min: 0, max: 1_000 }), callOf), { minLength: 1, maxLength: 40 }),
  hurryFromMs: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: undefined }),
});

/** Some calls lead to another one when they end, as an answer leads to a reflection. */
function workload({
  lanes,
  calls,
  hurryFromMs,
}: typeof workloadOf extends fc.Arbitrary<infer W> ? W : never): Workload {
  const made = calls.map(([atMs, { answerTokens, follows, ...call }], index) => ({
    atMs,
    follows,
    call: { ...call, key: `c${index}`, tokens: call.promptTokens + answerTokens },
  }));
  const leading = new Set(made.filter(({ follows }) => follows).map(({ call }) => call.key));
  return {
    lanes,
    arrivals: made,
    next: (ended) => (leading.has(ended.key) ? [{ ...ended, key: `${ended.key}-then` }] : []),
    ...(hurryFromMs === undefined ? {} : { hurryFromMs }),
  };
}

/** The real dispatcher under the same workload, on a clock that advances from event to event. */
async function dispatched(
  settings: DispatchSettings,
  { lanes: width, arrivals, next, hurryFromMs }: Workload,
) {
  const clock = manualClock(0);
  const lanes = makeLanes(width);
  const store = journalStore();
  const tally = makeDispatchTally({ clock, lanes });
  const journal = memoryJournal(store);
  const dispatcher = makeDispatcher({ settings, lanes, clock, alarm: clock, journal, tally });
  const enter = (call: SimulatedCall) => {
    const { key, promptTokens, tokens } = call;
    dispatcher.enter({ iteration: 0, key, promptTokens, tokens }).then(() =>
      clock.after(call.delayMs, () => {
        lanes.release();
        if (call.reward !== undefined) dispatcher.noteReward(call.reward);
        for (const one of next?.(call) ?? []) enter(one);
      }),
    );
  };
  const inOrder = [...arrivals].sort((a, b) => a.atMs - b.atMs);
  for (const { atMs, call } of inOrder) clock.after(atMs, () => enter(call));
  if (hurryFromMs !== undefined) clock.after(hurryFromMs, () => dispatcher.hurry(true));
  for (let wait = clock.untilNextMs(); wait !== null; wait = clock.untilNextMs()) {
    clock.advance(wait);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [...store.logged.values()] as unknown as FlushEntry[];
}

const brief = (flushes: readonly { reason: string; atMs: number; members: readonly { key: string }[] }[]) =>
  flushes.map(({ reason, atMs, members }) => `${atMs} ${reason} ${members.map(({ key }) => key).join(' ')}`);

describe('R-089 the pseudocode of a policy', () => {
  it('gives the batches of the dispatcher for any settings, arrivals, delays and rewards', async () => {
    const reasons = new Set<string>();
    await fc.assert(
      fc.asyncProperty(settingsOf, workloadOf, async (settings, drawn) => {
        const program = parsePseudocode(policyPseudocode(settings));
        const given = workload(drawn);
        const entries = await dispatched(settings, given);
        const interpreted = simulateDispatch((line, inputs) => interpretLook(program, line, inputs), given);
        expect(brief(interpreted)).toEqual(brief(entries));
        expect(brief(simulateDispatch(lookBy(settings), given))).toEqual(brief(entries));
        const calls = given.arrivals.length + drawn.calls.filter(([, { follows }]) => follows).length;
        expect(
          entries.flatMap(({ members }) => members),
          'everybody went',
        ).toHaveLength(calls);
        for (const { reason } of entries) reasons.add(reason);
      }),
      // Fixed seed: whether every reason occurs must not depend on chance.
      { numRuns: 200, seed: 20261121 },
    );
    expect([...reasons].sort()).toEqual([
      'drain',
      'preempted',
      'queue',
      'rewardVariance',
      'utilisation',
      'wait',
    ]);
  });

  it('reproduces them from the journaled arrivals alone, and shows where a policy differs from the pinned one', async () => {
    let refuted = 0;
    await fc.assert(
      fc.asyncProperty(settingsOf, settingsOf, workloadOf, async (settings, other, drawn) => {
        const entries = await dispatched(settings, workload(drawn));
        const kept = JSON.parse(JSON.stringify(entries)) as FlushEntry[];
        const checked = replayFlushes(policyPseudocode(settings), kept);
        expect(checked).toEqual({ flushes: entries.length, agreed: entries.length, uncheckable: 0 });
        if (replayFlushes(policyPseudocode(other), kept).agreed < entries.length) refuted += 1;
      }),
      { numRuns: 100 },
    );
    expect(refuted).toBeGreaterThan(10);
  });

  it('prints only the active triggers', () => {
    const off = { queueTarget: null, maxWaitMs: null, utilisationFloor: null, rewardVarianceFloor: null };
    const settings = { tokenBudget: 10, lengthBuckets: [], preemption: 'drain' } as const;
    const none = policyPseudocode({ ...settings, ...off });
    expect(none).not.toMatch(/QUEUE_TARGET|MAX_WAIT_MS|UTILISATION_FLOOR|VARIANCE_FLOOR/);
    expect(none).toMatch('lanes_busy == 0');
    expect(policyPseudocode({ ...settings, ...off, queueTarget: 64, rewardVarianceFloor: 1e-7 })).toMatch(
      /QUEUE_TARGET = 64\nlet VARIANCE_FLOOR = 0\.0000001/,
    );
  });

  it.each([
    ['a line that is not a statement', 'define look():\n  go at once'],
    ['half an indentation', 'define look():\n   stop'],
    ['an else without an if', 'define look():\n  else:\n    stop'],
    ['an expression that breaks off', 'let A = 1 +'],
    ['an undefined name', 'define look():\n  wake at tomorrow'],
    ['a batch without a reason', 'define look():\n  let why = "mood"\n  send line because why'],
  ])('cannot be read with %s', (_name, text) => {
    const inputs = { nowMs: 0, lanes: 1, lanesBusy: 0, rewardVariance: null, hurrying: false };
    const request = { key: 'a', arrivedMs: 0, promptTokens: 1, tokens: 1 };
    const line = new Map([[0, request]]);
    expect(() => interpretLook(parsePseudocode(text), line, inputs)).toThrow(/cannot be read/);
  });
});
