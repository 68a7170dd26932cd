import { describe, expect, it } from 'vitest';
import type { FlushEntry } from '@/lib/domain/flush';
import type { DispatchSettings } from '@/lib/domain/scheduling';
import { makeLanes } from '@/lib/engine/calls/lanes';
import { manualClock } from '@/lib/testing/manual-clock';
import { journalStore, memoryJournal } from '@/lib/testing/memory-journal';
import { makeDispatchTally } from './dispatch-tally';
import { makeDispatcher } from './dispatcher';

const OFF: DispatchSettings = {
  queueTarget: null,
  maxWaitMs: null,
  utilisationFloor: null,
  rewardVarianceFloor: null,
  tokenBudget: 100_000,
  lengthBuckets: [1_000],
  preemption: 'drain',
};

/** A dispatcher of ten lanes, one of them busy so that waiting makes sense. */
function opened(changes: Partial<DispatchSettings>, busy = 1) {
  const clock = manualClock(0);
  const lanes = makeLanes(10);
  for (let lane = 0; lane < busy; lane += 1) void lanes.acquire();
  const store = journalStore();
  const tally = makeDispatchTally({ clock, lanes });
  const settings = { ...OFF, ...changes };
  const dispatcher = makeDispatcher({
    settings,
    lanes,
    clock,
    alarm: clock,
    journal: memoryJournal(store),
    tally,
  });
  const enter = (key: string, promptTokens = 10, tokens = 100) =>
    dispatcher.enter({ iteration: 0, key, promptTokens, tokens });
  const flushes = () => [...store.logged.values()] as unknown as FlushEntry[];
  const told = () =>
    flushes().map(({ reason, members, atMs }) => [reason, members.map(({ key }) => key).join(''), atMs]);
  return { clock, lanes, dispatcher, tally, enter, flushes, told };
}

/** Lets everything that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the dispatcher', () => {
  it('R-080 lets a batch go once as many wait as the target says, and not before', async () => {
    const { enter, told } = opened({ queueTarget: 3 });
    enter('a');
    enter('b');
    await settle();
    expect(told()).toEqual([]);
    enter('c');
    await settle();
    expect(told()).toEqual([['queue', 'abc', 0]]);
  });

  it('R-081 sends every request within the wait limit, measured from the arrival of the oldest', async () => {
    const { enter, told, clock } = opened({ maxWaitMs: 200 });
    enter('a');
    await settle();
    clock.advance(150);
    enter('b');
    await settle();
    clock.advance(49);
    await settle();
    expect(told()).toEqual([]);
    clock.advance(1);
    await settle();
    expect(told()).toEqual([['wait', 'ab', 200]]);
    expect(clock.untilNextMs(), 'no alarm is left behind').toBeNull();
  });

  it('R-082 lets nothing wait while fewer lanes are busy than the floor, so that a lone call is never slowed', async () => {
    const idle = opened({ utilisationFloor: 0.9, maxWaitMs: 200 }, 0);
    await idle.enter('a');
    expect(idle.told()).toEqual([['utilisation', 'a', 0]]);
    const busy = opened({ utilisationFloor: 0.9, maxWaitMs: 200 }, 9);
    busy.enter('a');
    await settle();
    expect(busy.told(), 'nine of ten is not below the floor').toEqual([]);
    busy.lanes.release();
    await settle();
    expect(busy.told()).toEqual([['utilisation', 'a', 0]]);
  });

  it('R-083 lets a batch go when recent rewards vary less than the floor, judged on eight of them at least', async () => {
    const { enter, told, dispatcher } = opened({ rewardVarianceFloor: 0.01 });
    enter('a');
    for (let reward = 0; reward < 7; reward += 1) dispatcher.noteReward(1);
    await settle();
    expect(told()).toEqual([]);
    dispatcher.noteReward(1);
    await settle();
    expect(told()).toEqual([['rewardVariance', 'a', 0]]);
    const varied = opened({ rewardVarianceFloor: 0.01 });
    varied.enter('a');
    for (let reward = 0; reward < 20; reward += 1) varied.dispatcher.noteReward(reward % 2);
    await settle();
    expect(varied.told()).toEqual([]);
  });

  it('R-084 writes down with every flush which trigger fired, what it saw and who went, before it acts', async () => {
    const { enter, flushes, clock, lanes } = opened({ queueTarget: 2 });
    enter('a', 10, 110);
    clock.advance(30);
    const departure = await enter('b', 10, 120);
    expect(await departure.logged).toBeNull();
    const member = { promptTokens: 10, bucket: 0 };
    expect(flushes()).toEqual([
      {
        number: 0,
        reason: 'queue',
        atMs: 30,
        inputs: {
          queued: 2,
          arrivals: 2,
          oldestWaitMs: 30,
          lanesBusy: 1,
          lanes: 10,
          rewardVariance: null,
          hurrying: false,
        },
        members: [
          { key: 'a', atMs: 0, arrival: 0, tokens: 110, ...member },
          { key: 'b', atMs: 30, arrival: 1, tokens: 120, ...member },
        ],
      },
    ]);
    expect(lanes.inUse, 'each member has its lane').toBe(3);
  });

  it('R-084 hands a flush that could not be written down to all its members, none of whom may then send', async () => {
    const clock = manualClock(0);
    const lanes = makeLanes(2);
    const gone = new Error('the lease is gone');
    const journal = { log: () => Promise.reject(gone) };
    const tally = makeDispatchTally({ clock, lanes });
    const dispatcher = makeDispatcher({ settings: OFF, lanes, clock, alarm: clock, journal, tally });
    const both = ['a', 'b'].map((key) => dispatcher.enter({ iteration: 0, key, promptTokens: 1, tokens: 1 }));
    for (const { logged } of await Promise.all(both)) expect(await logged).toEqual({ fault: gone });
  });

  it('R-085 packs up to the token budget, the next that fits rather than the next; a larger one goes alone', async () => {
    const { enter, told, flushes } = opened({ queueTarget: 1, tokenBudget: 100 });
    enter('a', 10, 60);
    enter('b', 10, 50);
    enter('c', 10, 40);
    enter('d', 10, 101);
    await settle();
    expect(told().map(([, members]) => members)).toEqual(['ac', 'b', 'd']);
    expect(flushes().every(({ members }) => sumTokens(members) <= 100 || members.length === 1)).toBe(true);
  });

  it('R-086 holds requests of one length bucket in a batch; a prompt exactly at a bound is below it', async () => {
    const { enter, told } = opened({ queueTarget: 4, lengthBuckets: [100, 1_000] });
    enter('a', 100);
    enter('b', 101);
    enter('c', 1);
    enter('d', 5_000);
    enter('e', 1_000);
    await settle();
    expect(told()[0]).toEqual(['queue', 'ac', 0]);
    enter('f', 7_000);
    await settle();
    expect(told()[1]).toEqual(['queue', 'be', 0]);
  });

  it('R-087 counts the prompt in: equal answers with longer prompts make smaller batches', async () => {
    const sizeFor = async (promptTokens: number) => {
      const { enter, flushes } = opened({ queueTarget: 6, tokenBudget: 300, lengthBuckets: [] });
      for (const key of 'abcdef') enter(key, promptTokens, promptTokens + 40);
      await settle();
      return flushes()[0]?.members.length;
    };
    expect(await sizeFor(10)).toBe(6);
    expect(await sizeFor(60)).toBe(3);
  });

  it('sends nothing beyond the free lanes, and goes on as lanes are freed', async () => {
    const { enter, told, lanes } = opened({ queueTarget: 1 }, 8);
    for (const key of 'abcd') enter(key);
    await settle();
    expect(told().map(([, members]) => members)).toEqual(['ab']);
    lanes.release();
    await settle();
    expect(told().map(([, members]) => members)).toEqual(['ab', 'c']);
  });

  it('waits for nothing when no call is under way, whatever the triggers say', async () => {
    const { enter, told } = opened({ queueTarget: 8 }, 0);
    await enter('a');
    expect(told()).toEqual([['drain', 'a', 0]]);
  });

  it('cancels what waits on request, and lets everything go while a candidate of higher priority waits', async () => {
    const { enter, told, dispatcher, lanes } = opened({ queueTarget: 8 });
    const a = enter('a');
    const b = enter('b');
    const because = new Error('cut');
    expect(
      dispatcher.withdraw(
        ({ key }) => key === 'a',
        () => because,
      ),
    ).toBe(1);
    await expect(a).rejects.toBe(because);
    expect([dispatcher.waiting, lanes.inUse]).toEqual([1, 1]);
    dispatcher.hurry(true);
    await b;
    expect(told()).toEqual([['preempted', 'b', 0]]);
  });

  it('R-084 counts reasons, sizes, fill and busy lanes of each iteration, each given out once', async () => {
    const { enter, tally, clock, lanes } = opened({ queueTarget: 2, tokenBudget: 400 }, 5);
    await Promise.all([enter('a'), enter('b')]);
    clock.advance(100);
    for (let lane = 0; lane < 7; lane += 1) lanes.release();
    clock.advance(100);
    expect(tally.takeBefore(0)).toEqual([]);
    expect(tally.takeBefore(1)).toEqual([
      {
        iteration: 0,
        flushes: 1,
        byReason: { queue: 1 },
        sizes: { 2: 1 },
        fill: 0.5,
        utilisation: 0.35,
      },
    ]);
    expect(tally.takeBefore(1)).toEqual([]);
  });
});

const sumTokens = (members: FlushEntry['members']) => members.reduce((sum, { tokens }) => sum + tokens, 0);
