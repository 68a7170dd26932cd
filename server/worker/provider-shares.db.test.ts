import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Permit, ProviderLimiter } from '@/server/adapters/provider-limiter';
import { systemTicker } from '@/server/adapters/ticker';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type Beat, startBeat } from './beat';
import { BEAT_MS, claimShare } from './provider-shares';

const CONCURRENCY = 12;
const SETTINGS = { requestsPerMinute: 600, tokensPerMinute: null, concurrency: CONCURRENCY };
const PATIENT = { interval: 20 };
const released = { tokens: 0, limited: false };

let database: TestDatabase;
const beats: Beat[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterEach(async () => {
  for (const beat of beats.splice(0)) await beat.stop();
  await database.pg.query('DELETE FROM "WorkerBeat"');
});
afterAll(() => database.close());

/** A worker process, as far as one provider goes: wants more calls than it may have, and holds what it gets. */
function worker(name: string) {
  const limiter = new ProviderLimiter(SETTINGS, systemTicker);
  limiter.awaitShare(() => undefined);
  const permits = new Set<Permit>();
  const want = () => {
    limiter.acquire(name, 0).then((permit) => permits.add(permit));
  };
  for (let call = 0; call < 4 * CONCURRENCY; call += 1) want();
  const beat = startBeat({
    pool: database.pg,
    worker: name,
    carried: new Set(),
    limiters: () => new Map([['prv_shared', limiter]]),
  });
  beats.push(beat);
  return {
    limiter,
    permits,
    /** Ends one call and wants another. */
    turn() {
      const [permit] = permits;
      if (!permit) return;
      permits.delete(permit);
      permit.release(released);
      want();
    },
    beat,
  };
}

const claims = async () =>
  (
    await database.pg.query<{ total: number }>(
      'SELECT COALESCE(sum(s), 0) AS total FROM "WorkerBeat", unnest(shares) AS s',
    )
  ).rows[0]?.total ?? 0;

describe('limits of a provider that several workers use', () => {
  it('are divided as workers join, and their sum never passes the limit, not even meanwhile', async () => {
    const all = [worker('one')];
    const inFlight = () => all.reduce((sum, { permits }) => sum + permits.size, 0);
    await expect.poll(inFlight, PATIENT).toBeGreaterThan(8);
    for (const name of ['two', 'three']) {
      all.push(worker(name));
      const even = () => {
        for (const one of all) one.turn();
        expect(inFlight()).toBeLessThanOrEqual(CONCURRENCY);
        return all.every(({ limiter }) => limiter.ceiling === Math.floor(CONCURRENCY / all.length));
      };
      await expect.poll(even, PATIENT).toBe(true);
      expect(await claims()).toBeLessThanOrEqual(1 + 1e-9);
    }
    await all[0]?.beat.stop();
    const others = all.slice(1);
    await expect
      .poll(() => others.every(({ limiter }) => limiter.ceiling === CONCURRENCY / 2), PATIENT)
      .toBe(true);
  });

  it('go to the others when a worker dies, within three beats of its last one', async () => {
    const heir = worker('heir');
    await database.pg.query(
      `INSERT INTO "WorkerBeat" (id, host, pid, "startedAt", "beatAt", runs, providers, shares)
       VALUES ('dead', 'h', 1, now(), now(), '{}', '{prv_shared}', '{0.5}')`,
    );
    await expect.poll(() => heir.limiter.ceiling, PATIENT).toBe(CONCURRENCY / 2);
    const { rows } = await database.pg.query(`SELECT "beatAt" FROM "WorkerBeat" WHERE id = 'dead'`);
    for (let call = 0; call < 30; call += 1) heir.turn();
    await expect.poll(() => heir.limiter.ceiling, PATIENT).toBe(CONCURRENCY);
    expect(Date.now() - rows[0].beatAt.getTime()).toBeLessThan(3 * BEAT_MS);
  });
});

describe('a claim', () => {
  it('is an equal part, and no more than the others have left', () => {
    expect(claimShare({ claimed: 0, workers: 0 }, 0)).toEqual({ claimed: 1, usable: 1 });
    expect(claimShare({ claimed: 0.5, workers: 1 }, 0)).toEqual({ claimed: 0.5, usable: 0.5 });
    expect(claimShare({ claimed: 1, workers: 1 }, 0)).toEqual({ claimed: 0, usable: 0 });
  });

  it('keeps what calls under way take up, while new ones get the equal part only', () => {
    expect(claimShare({ claimed: 0, workers: 1 }, 0.9)).toEqual({ claimed: 0.9, usable: 0.5 });
  });
});
