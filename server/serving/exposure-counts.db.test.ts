import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '@/lib/testing/manual-clock';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { makeExposureCounts } from './exposure-counts';

const NEVER_MS = 3_600_000;
let database: TestDatabase;
let proxy: VanishingProxy;
let pool: ReturnType<typeof makeLedgerPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  const url = new URL(database.url);
  proxy = await openVanishingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  pool = makeLedgerPool(url.toString(), 2, { queryMs: 300 });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.close();
});

function open(process: string) {
  const clock = manualClock();
  clock.advance(1_790_000_000_000);
  return { clock, counts: makeExposureCounts({ pool, clock, process, flushMs: NEVER_MS }) };
}

const written = async (process: string) =>
  (
    await database.pg.query<{ variant: string; count: number }>(
      'SELECT variant, count FROM "ExposureCount" WHERE process = $1 ORDER BY at, variant',
      [process],
    )
  ).rows.map(({ variant, count }) => [variant, count]);

const served = (variant: 'incumbent' | 'challenger') =>
  ({ slotId: 'slt_1', promptId: `spr_${variant}`, variant }) as const;

describe('exposures', () => {
  it('are written by the second, variant and process once the second is over', async () => {
    const { clock, counts } = open('p1');
    for (let n = 0; n < 3; n += 1) counts.count(served('incumbent'));
    counts.count(served('challenger'));
    await counts.flush();
    expect(await written('p1')).toEqual([]);
    clock.advance(1000);
    counts.count(served('incumbent'));
    await counts.flush();
    expect(await written('p1')).toEqual([
      ['challenger', 1],
      ['incumbent', 3],
    ]);
    expect(counts.waiting).toBe(1);
  });

  it('are all written when the process ends', async () => {
    const { counts } = open('p2');
    counts.count(served('challenger'));
    await counts.close();
    expect(await written('p2')).toEqual([['challenger', 1]]);
    expect(counts.waiting).toBe(0);
  });

  it('count nothing in a second that was written, though the clock goes back', async () => {
    const { clock, counts } = open('p3');
    counts.count(served('incumbent'));
    clock.advance(1000);
    await counts.flush();
    clock.advance(-1000);
    counts.count(served('incumbent'));
    await counts.close();
    expect(await written('p3')).toEqual([
      ['incumbent', 1],
      ['incumbent', 1],
    ]);
  });

  it.each([
    ['hangs', () => proxy.freeze()],
    ['refuses connections', () => proxy.vanish()],
  ])('are kept while Postgres %s, and none is lost or counted twice', async (how, goAway) => {
    const process = `away ${how}`;
    const { clock, counts } = open(process);
    counts.count(served('incumbent'));
    clock.advance(1000);
    await goAway();
    await counts.flush();
    await counts.flush();
    counts.count(served('incumbent'));
    clock.advance(1000);
    expect(counts.waiting).toBe(2);
    await proxy.comeBack();
    await expect
      .poll(async () => {
        await counts.flush();
        return counts.waiting;
      })
      .toBe(0);
    // The frozen connection delivers what was given up on: the same rows once more.
    expect(await written(process)).toEqual([
      ['incumbent', 1],
      ['incumbent', 1],
    ]);
    await counts.close();
  });
});
