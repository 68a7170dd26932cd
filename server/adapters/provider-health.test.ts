import { describe, expect, it } from 'vitest';
import { type Patience, ProviderHealth } from './provider-health';
import { manualTicker } from './testing/manual-ticker';

const MINUTE = 60_000;

function setUp() {
  const { ticker, advance } = manualTicker();
  const health = new ProviderHealth('Hive', ticker);
  const heard: (number | null)[] = [];
  health.listen((sinceMs) => heard.push(sinceMs));
  const patience: Patience = { patienceMs: 30 * MINUTE, openedMs: 0 };
  const fail = (key: string, sign: 'absent' | 'unsure' = 'absent') =>
    health.noteFailure(sign, { key, startedMs: ticker.monotonicMs() });
  const goAway = async () => {
    for (const key of ['a', 'b', 'c']) {
      fail(key);
      await advance(2_000);
    }
    fail('a');
  };
  /** Waits as a call does; writes down when it went on. */
  const wait = (name: string, went: string[], more: Partial<Patience> = {}) =>
    health.untilTurn({ ...patience, ...more }).then(
      () => went.push(name),
      (error) => went.push(`${name}: ${error.code}`),
    );
  return { health, ticker, advance, heard, fail, goAway, wait };
}

describe('whether a provider is away', () => {
  it('is not told by one call that fails again and again: that may be its own fault', async () => {
    const { health, advance, fail } = setUp();
    for (let tries = 0; tries < 20; tries += 1) {
      fail('poison', 'unsure');
      await advance(5_000);
    }
    expect(health.isAway).toBe(false);
  });

  it('is not told by failures between which others are answered', async () => {
    const { health, advance, fail } = setUp();
    for (let tries = 0; tries < 20; tries += 1) {
      fail(`call ${tries}`);
      fail(`other ${tries}`);
      await advance(5_000);
      health.noteAnswer();
    }
    expect(health.isAway).toBe(false);
  });

  it('is not told by a wave that fails at one moment', () => {
    const { health, fail } = setUp();
    for (let call = 0; call < 100; call += 1) fail(`call ${call}`);
    expect(health.isAway).toBe(false);
  });

  it('is told by failures of several calls over some seconds, and says since when', async () => {
    const { health, ticker, advance, heard, fail } = setUp();
    await advance(10_000);
    const since = ticker.nowMs();
    for (const key of ['a', 'b']) fail(key, 'unsure');
    await advance(4_000);
    fail('a', 'unsure');
    expect(health.isAway).toBe(true);
    expect(heard).toEqual([since]);
    health.noteAnswer();
    expect(health.isAway).toBe(false);
    expect(heard).toEqual([since, null]);
  });

  it('counts the time-out of calls that waited for minutes as minutes of silence', async () => {
    const { health, advance } = setUp();
    await advance(2 * MINUTE);
    for (const key of ['a', 'b', 'c']) health.noteFailure('unsure', { key, startedMs: 0 });
    expect(health.isAway).toBe(true);
  });
});

describe('waiting for a provider', () => {
  it('holds no call up while it is there', async () => {
    const { wait, advance } = setUp();
    const went: string[] = [];
    wait('a', went);
    await advance(0);
    expect(went).toEqual(['a']);
  });

  it('lets one call at a time out as a probe, at growing intervals, and all when it is back', async () => {
    const { health, advance, goAway, wait, fail } = setUp();
    await goAway();
    const went: string[] = [];
    for (let call = 0; call < 50; call += 1) wait(`call ${call}`, went);
    const probes: number[] = [];
    for (let second = 0; second < 5 * 60; second += 1) {
      const before = went.length;
      await advance(1_000);
      expect(went.length - before, 'at one moment').toBeLessThanOrEqual(1);
      if (went.length === before) continue;
      probes.push(second);
      fail('the probe');
      wait('again', went);
    }
    const gaps = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(gaps.slice(0, 5)).toEqual([2, 4, 8, 10, 10]);
    expect(Math.max(...gaps)).toBe(10);
    const probed = went.length;
    health.noteAnswer();
    await advance(0);
    expect(went).toHaveLength(probed + 50);
  });

  it('ends with PROVIDER_AWAY when the patience is over, for all calls of a run at one moment', async () => {
    const { advance, goAway, wait, fail } = setUp();
    await goAway();
    const went: string[] = [];
    wait('early', went);
    await advance(20 * MINUTE);
    // The early one went out as a probe and failed: it has no new patience for that.
    fail('early');
    for (const name of ['late', 'early', 'late too']) wait(name, went);
    await advance(10 * MINUTE - 9_000);
    expect(went, 'the next probe').toEqual(['early', 'late']);
    await advance(9_000);
    expect(went.slice(2)).toEqual(['early: PROVIDER_AWAY', 'late too: PROVIDER_AWAY']);
  });

  it('gives a resumed run its whole patience again, and asks again', async () => {
    const { ticker, advance, goAway, wait } = setUp();
    await goAway();
    await advance(60 * MINUTE);
    const went: string[] = [];
    wait('resumed', went, { openedMs: ticker.monotonicMs() });
    await advance(MINUTE);
    expect(went).toEqual(['resumed']);
  });

  it('ends at once when the run is interrupted', async () => {
    const { health, advance, goAway, wait } = setUp();
    await goAway();
    const stop = new AbortController();
    const went: string[] = [];
    wait('a', went, { interrupted: stop.signal });
    stop.abort();
    await advance(0);
    expect(went).toEqual(['a: PROVIDER_AWAY']);
    const error = await health
      .untilTurn({ patienceMs: 1, openedMs: 0, mayBePaid: true, interrupted: stop.signal })
      .catch((thrown) => thrown);
    expect(error.context).toEqual({ mayBePaid: true, away: expect.objectContaining({ noun: 'provider' }) });
    expect(error.userMessage).toMatch(/Hive has not answered since \d\d:\d\d UTC/);
  });
});
