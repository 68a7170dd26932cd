import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/server/db/client';
import type { DiskRoom } from '@/server/db/disk-room';
import { makeListener } from '@/server/events/listener';
import { diskFullWithin } from '@/server/ledger/database-fault';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { controlRun } from '@/server/services/launches/control-run';
import { startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { watchDisk } from './disk-watch';
import { executeRun } from './handlers/execute-run';

const MB = 1024 * 1024;
const ROOM: DiskRoom = { freeBytes: 9_000 * MB, state: 'enough' };
const NO_ROOM: DiskRoom = { freeBytes: 12 * MB, state: 'full' };
const NOWHERE = { databaseUrl: '', dataDir: '' };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let experimentId: string;
let twinHash: string | null;
let room = ROOM;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 8, timeScale: 300 });
  listener = makeListener(lab.database.url);
  const batch = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };
  experimentId = await lab.makeExperiment({ batch });
  const twin = await newRun();
  expect(await carry(twin)).toBe('done');
  ({ runHash: twinHash } = await read(twin));
  expect(twinHash).not.toBeNull();
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

const newRun = async () => (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 })).id;
const read = (id: string) => db().run.findUniqueOrThrow({ where: { id } });

async function carry(runId: string, wasRefused = () => false) {
  const disk = watchDisk(NOWHERE, { room: () => room, wasRefused });
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const parts = { worker: 'w', pool: lab.database.pg, listener, closing: new AbortController().signal, disk };
  return executeRun(job, parts).finally(() => disk.close());
}

const answersOf = (runId: string) => db().journalCall.count({ where: { runId, answeredAt: { not: null } } });

async function untilAnswered(runId: string, count: number): Promise<void> {
  await expect.poll(() => answersOf(runId), { interval: 5 }).toBeGreaterThan(count);
}

/** Every call answered and paid once, the ledger without gaps, and the hash of a run with free space throughout. */
async function expectWhole(runId: string): Promise<void> {
  expect(await read(runId)).toMatchObject({ status: 'finished', runHash: twinHash });
  const calls = await db().journalCall.findMany({ where: { runId } });
  expect(calls.filter(({ dispatches, answeredAt }) => dispatches !== 1 || answeredAt === null)).toEqual([]);
  const entries = await readLedger(lab.database.pg, runId);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
}

describe('a run on a full disk', () => {
  it('is paused and told the free bytes, and after a resume ends as if there had been space', async () => {
    const runId = await newRun();
    const carried = carry(runId);
    await untilAnswered(runId, 10);
    room = NO_ROOM;
    expect(await carried).toBe('done');
    expect(await read(runId)).toMatchObject({
      status: 'paused',
      statusReason: expect.stringMatching(/disk .* full \(12 MB left\)/),
    });
    room = ROOM;
    await controlRun(lab.actor, { runId, action: 'resume' });
    expect(await carry(runId)).toBe('done');
    await expectWhole(runId);
  });

  it('that is resumed without free space is paused again before it pays a call', async () => {
    const runId = await newRun();
    room = NO_ROOM;
    expect(await carry(runId)).toBe('done');
    expect(await read(runId)).toMatchObject({
      status: 'paused',
      statusReason: expect.stringContaining('full'),
    });
    expect(await answersOf(runId)).toBe(0);
    room = ROOM;
  });

  it('whose writes Postgres refuses keeps paid answers until there is space, and is paused, not failed', async () => {
    const runId = await newRun();
    const carried = carry(runId, () => diskFullWithin(3_000));
    await untilAnswered(runId, 10);
    await lab.database.pg.query(FILL);
    await expect.poll(() => diskFullWithin(1_000), { interval: 5 }).toBe(true);
    await lab.database.pg.query(EMPTY);
    expect(await carried).toBe('done');
    expect(await read(runId)).toMatchObject({
      status: 'paused',
      statusReason: expect.stringContaining('full'),
    });
    expect(await db().journalCall.count({ where: { runId, answeredAt: null } })).toBe(0);
    await controlRun(lab.actor, { runId, action: 'resume' });
    expect(await carry(runId)).toBe('done');
    await expectWhole(runId);
  });
});

/** Error of Postgres when a table cannot grow. */
const FILL = `
CREATE FUNCTION test_no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER test_no_room BEFORE INSERT OR UPDATE ON "JournalCall" EXECUTE FUNCTION test_no_room();
CREATE TRIGGER test_no_room BEFORE INSERT ON "LedgerEntry" EXECUTE FUNCTION test_no_room()`;
const EMPTY = `
DROP TRIGGER test_no_room ON "JournalCall"; DROP TRIGGER test_no_room ON "LedgerEntry"; DROP FUNCTION test_no_room()`;
