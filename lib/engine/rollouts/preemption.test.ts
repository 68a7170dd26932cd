import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import { type FactOf, type FactType, type LedgerEntry, OPERATIONAL_FACTS } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { DispatchSettings, PreemptionMode } from '@/lib/domain/scheduling';
import { runLoop } from '@/lib/engine/run-loop';
import type { PriorityCandidate, PriorityChannel } from '@/lib/ports/run-control';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

const MODES: readonly PreemptionMode[] = ['drop', 'drain', 'rollback'];

const POLICY: DispatchSettings = {
  queueTarget: 2,
  maxWaitMs: 200,
  utilisationFloor: 0.9,
  rewardVarianceFloor: null,
  tokenBudget: 100_000,
  lengthBuckets: [],
  preemption: 'drain',
};

function manifest(preemption: PreemptionMode): RunManifest {
  return buildManifest({
    split: {
      registrationId: 'spl_1',
      hash: 'h',
      counts: { train: 30, selection: 0, heldOut: 8, confirmation: 0 },
    },
    batch: { kind: 'static', size: 15, reason: 'A fixed size makes the cut visible.' },
    lanes: 2,
    dispatch: { ...POLICY, preemption },
  });
}

/** Candidates requested by people; the store outlives a worker, as the database does. */
function desk() {
  const listeners = new Set<() => void>();
  const asked: (PriorityCandidate & { taken: boolean })[] = [];
  const channel: PriorityChannel = {
    next: async () => asked.find(({ taken }) => !taken) ?? null,
    async taken(id) {
      for (const one of asked) if (one.id === id) one.taken = true;
    },
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
  return {
    channel,
    asked,
    post(text: string) {
      if (asked.some((one) => one.text === text)) return;
      asked.push({ id: `pri_${asked.length}`, text, hash: contentHash(text), by: 'ada', taken: false });
      for (const heard of listeners) heard();
    },
  };
}

const BY_HAND = 'known: oak elm';

type Desk = ReturnType<typeof desk>;

async function runWith(options: ToyRunOptions, channel?: Desk['channel']) {
  const run = toyRun(options);
  const control = { ...run.input.control, ...(channel ? { priorities: channel } : {}) };
  return { ...run, outcome: await runLoop({ ...run.input, control }) };
}

/** A run in which a person requests a candidate during the n-th call. */
function askedDuring(mode: PreemptionMode, moment: number) {
  const people = desk();
  const onCall = (call: number) => (call === moment ? people.post(BY_HAND) : undefined);
  return runWith({ manifest: manifest(mode), onCall }, people.channel).then((run) => ({ ...run, people }));
}

function ofType<T extends FactType>(entries: readonly LedgerEntry[], type: T) {
  return entries.filter((entry) => entry.type === type) as unknown as (FactOf<T> & { seq: number })[];
}

/** Well into the first map: eight measuring calls, then some of its fifteen answers. */
const MID_MAP = 14;
/** Eight measuring calls, fifteen answers, and some of the fifteen reflections. */
const LATE_IN_MAP = 28;

describe('R-088 pre-emption', () => {
  it('drop cancels unsent calls and keeps sent ones; the finished examples form the iteration', async () => {
    const { ledger, journal, model } = await askedDuring('drop', LATE_IN_MAP);
    const preempted = ofType(ledger.entries, 'iteration.preempted')[0]?.data;
    expect(preempted).toMatchObject({ iteration: 0, mode: 'drop', by: 'ada' });
    const members = preempted?.members ?? [];
    expect(members.length).toBeGreaterThan(0);
    expect(preempted?.dropped.length).toBeGreaterThan(5);
    const [closed, next] = ofType(ledger.entries, 'iteration.closed').map(({ data }) => data);
    expect(closed?.members).toEqual(members);
    expect(closed?.trainExamplesSeen, 'dropped examples are not used again').toBe(15);
    expect(ofType(ledger.entries, 'shuffle.finished')[0]?.data.reflections).toBe(members.length);
    const firstMap = [...journal.store.calls.keys()].filter((key) => /^0\/(generate|reflect)/.test(key));
    expect(firstMap.length, 'some of its thirty calls were never sent').toBeLessThan(26);
    const answers = [...journal.store.calls.values()].map(({ answer }) => answer);
    expect(
      answers.every((answer) => answer !== null),
      'sent calls were awaited',
    ).toBe(true);
    expect(model.repeatedKeys()).toEqual([]);
    expect(next?.trainExamplesSeen).toBe(30);
    const created = ofType(ledger.entries, 'candidate.created').find(({ data }) => data.byHand === 'ada');
    expect(created?.data).toMatchObject({ iteration: 0, text: BY_HAND, hash: preempted?.candidateHash });
    expect(ofType(ledger.entries, 'iteration.started')[1]?.data.candidateHash).toBe(preempted?.candidateHash);
  });

  it('drop releases the reservations of cancelled calls for the rest of the run', async () => {
    const people = desk();
    const pinned = {
      ...manifest('drop'),
      budget: { rollouts: 25, tokens: null, usd: null, wallMs: null },
    };
    const onCall = (call: number) => (call === MID_MAP ? people.post(BY_HAND) : undefined);
    const { ledger, outcome } = await runWith({ manifest: pinned, onCall }, people.channel);
    const [first, second] = ofType(ledger.entries, 'iteration.closed').map(({ data }) => data);
    expect(outcome.status).toBe('finished');
    expect(first?.spend.rollouts, 'the first iteration took less than it had planned').toBeLessThan(10);
    expect(second?.members, 'so the second could run whole').toHaveLength(15);
    expect(second?.spend.rollouts).toBeLessThanOrEqual(25);
  });

  it('drain completes the iteration, then switches', async () => {
    const { ledger, journal } = await askedDuring('drain', MID_MAP);
    const preempted = ofType(ledger.entries, 'iteration.preempted')[0]?.data;
    expect(preempted).toMatchObject({ iteration: 0, mode: 'drain', dropped: [] });
    const [closed] = ofType(ledger.entries, 'iteration.closed');
    expect(closed?.data.members).toHaveLength(15);
    expect(preempted?.members).toEqual(closed?.data.members);
    expect(ofType(ledger.entries, 'iteration.started')[1]?.data.candidateHash).toBe(preempted?.candidateHash);
    const reasons = [...journal.store.logged.values()].map((entry) => (entry as { reason: string }).reason);
    expect(reasons, 'waiting requests were sent without further waiting').toContain('preempted');
    const order = ledger.entries.map(({ type }) => type);
    expect(order.indexOf('iteration.preempted')).toBeGreaterThan(order.indexOf('iteration.closed'));
  });

  it('rollback discards partial results and uses the same examples again; answers stay paid', async () => {
    const { ledger, journal, outcome } = await askedDuring('rollback', MID_MAP);
    const preempted = ofType(ledger.entries, 'iteration.preempted')[0]?.data;
    expect(preempted).toMatchObject({ iteration: 0, mode: 'rollback', members: [] });
    expect(preempted?.dropped).toHaveLength(15);
    const closed = ofType(ledger.entries, 'iteration.closed').map(({ data }) => data);
    expect(closed[0]).toMatchObject({ members: [], trainExamplesSeen: 0 });
    const started = ofType(ledger.entries, 'iteration.started').map(({ data }) => data);
    expect(started[1]?.exampleIds).toEqual(started[0]?.exampleIds);
    expect(started[1]?.candidateHash).toBe(preempted?.candidateHash);
    expect(closed.at(-1)?.trainExamplesSeen, 'every example was learned from').toBe(30);
    const paid = [...journal.store.calls].filter(([key]) => key.startsWith('0/generate')).length;
    expect(paid).toBeGreaterThan(0);
    expect(closed[0]?.spend.rollouts).toBe(paid);
    expect(outcome.status).toBe('finished');
  });

  it.each(MODES)('%s takes a candidate that waits before the run begins, without a cut', async (mode) => {
    const people = desk();
    people.post(BY_HAND);
    const { ledger } = await runWith({ manifest: manifest(mode) }, people.channel);
    expect(ofType(ledger.entries, 'iteration.preempted').map(({ data }) => data)).toMatchObject([
      { iteration: 0, members: [], dropped: [] },
    ]);
    expect(ofType(ledger.entries, 'iteration.started')[0]?.data.candidateHash).toBe(contentHash(BY_HAND));
    expect(people.asked.map(({ taken }) => taken)).toEqual([true]);
  });

  it('ignores a run that pins no policy', async () => {
    const people = desk();
    people.post(BY_HAND);
    const { dispatch: _, ...unpinned } = manifest('drop');
    const { ledger } = await runWith({ manifest: unpinned }, people.channel);
    expect(ofType(ledger.entries, 'iteration.preempted')).toEqual([]);
    expect(people.asked.map(({ taken }) => taken)).toEqual([false]);
  });

  it('is the same in a replay, for any time of the request and of a kill; no candidate is taken twice', async () => {
    let cuts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MODES),
        fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 2 }),
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 2 }),
        async (mode, moments, kills) => {
          const pinned = manifest(mode);
          const people = desk();
          const store = journalStore();
          const facts = ledgerStore();
          let calls = 0;
          const life = (victim: number | undefined) =>
            runWith(
              {
                manifest: pinned,
                store,
                ledgerStore: facts,
                onCall() {
                  for (const moment of moments) if (moment === calls) people.post(`${BY_HAND} ${moment}`);
                  calls += 1;
                  if (victim !== undefined && calls >= victim) throw new Killed();
                },
              },
              people.channel,
            );
          for (const [index, kill] of kills.entries()) {
            await life(kill + index * 20).catch((error: unknown) => {
              if (!(error instanceof Killed)) throw error;
            });
          }
          const { outcome } = await life(undefined);
          const replayed = await runWith({
            manifest: pinned,
            store,
            onCall: () => {
              throw new Error('a replay makes no call');
            },
          });
          expect(replayed.outcome.runHash).toBe(outcome.runHash);
          expect(said(facts.entries), 'the ledger equals the replay').toEqual(said(replayed.ledger.entries));
          const preempted = ofType(facts.entries, 'iteration.preempted');
          cuts += preempted.filter(({ data }) => data.dropped.length > 0).length;
          const hashes = preempted.map(({ data }) => data.candidateHash);
          expect(new Set(hashes).size).toBe(hashes.length);
        },
      ),
      { numRuns: 60 },
    );
    expect(cuts, 'some maps were really cut').toBeGreaterThan(5);
  });
});

class Killed extends Error {}

/** All entries that are part of the result, by key. */
function said(entries: readonly LedgerEntry[]) {
  const part = entries.filter(({ type }) => !OPERATIONAL_FACTS.includes(type));
  return Object.fromEntries(part.map(({ key, data }) => [key, data]));
}
