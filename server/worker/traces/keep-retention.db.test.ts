import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '@/lib/testing/manual-clock';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { lockRetention, unlockRetention } from '@/server/repositories/trace-retention';
import { listTraceRemovals, sumKeptTraces } from '@/server/repositories/trace-storage';
import { removeOldTraces } from './keep-retention';

const DAY_MS = 86_400_000;
/** Size of every part and every trajectory of these tests. */
const BYTES = 100;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterAll(() => database.close());

/** A round so many days from now. */
async function roundIn(days: number): Promise<void> {
  const clock = manualClock(Date.now());
  clock.advance(days * DAY_MS);
  await removeOldTraces(database.pg, clock);
}

async function workspaceWith(policy?: { retentionDays?: number; bytesMax?: bigint }): Promise<string> {
  const id = `ws_${Math.random().toString(36).slice(2)}`;
  await database.db.workspace.create({ data: { id, name: 'Kept' } });
  if (policy) await database.db.tracePolicy.create({ data: { workspaceId: id, ...policy } });
  return id;
}

/** Traces t1 to tn, a day apart, the last received today; each with a part, a score, and a trajectory of its own. */
async function addTraces(workspaceId: string, count: number, hash = `'h' || n`): Promise<void> {
  const of = (insert: string) => database.pg.query(insert, [workspaceId, count]);
  await of(`INSERT INTO "Trace" ("workspaceId", id, source, state, task, output, "startedAt", "taskHash", bytes,
      "trajectoryHash", "receivedAt")
    SELECT $1, 't' || n, 'otlp', 'complete', '', '', now(), '', ${BYTES}, ${hash}, now() - ($2 - n) * interval '1 day'
    FROM generate_series(1, $2::int) AS n`);
  await of(`INSERT INTO "TracePart" ("workspaceId", "traceId", source, body, records)
    SELECT $1, 't' || n, 'otlp', repeat('x', ${BYTES})::bytea, 1 FROM generate_series(1, $2::int) AS n`);
  await of(`INSERT INTO "TraceScore" ("workspaceId", "traceId", name, by, value)
    SELECT $1, 't' || n, 'right', 'file', 1 FROM generate_series(1, $2::int) AS n`);
  await of(`INSERT INTO "Trajectory" ("workspaceId", hash, body, steps, "toolErrors", characters)
    SELECT DISTINCT $1, ${hash}, repeat('y', ${BYTES})::bytea, 1, 0, 1 FROM generate_series(1, $2::int) AS n`);
}

async function left(workspaceId: string) {
  const where = { where: { workspaceId } };
  const { trace, tracePart, traceScore, trajectory } = database.db;
  const [traces, parts, scores, trajectories] = await Promise.all([
    trace.findMany({ ...where, orderBy: { receivedAt: 'asc' } }),
    tracePart.count(where),
    traceScore.count(where),
    trajectory.findMany({ ...where, orderBy: { hash: 'asc' } }),
  ]);
  return {
    ...{ traces: traces.map(({ id }) => id), parts, scores },
    trajectories: trajectories.map(({ hash }) => hash),
  };
}

const entries = (workspaceId: string) =>
  database.db.auditEntry.findMany({
    where: { workspaceId },
    select: { actor: true, action: true, subject: true, detail: true },
    orderBy: { id: 'asc' },
  });

describe('a round of retention', () => {
  it('removes what is older than the policy keeps, in batches, with one audit entry', async () => {
    const [usual, short] = [await workspaceWith(), await workspaceWith({ retentionDays: 10 })];
    await addTraces(usual, 1_203);
    await addTraces(short, 3);
    await roundIn(0.5);
    const kept = await left(usual);
    expect(kept).toMatchObject({ parts: 90, scores: 90 });
    expect([kept.traces.length, kept.trajectories.length]).toEqual([90, 90]);
    expect((await left(short)).traces).toHaveLength(3);
    const removed = { tooOld: 1_113, overBytesMax: 0, unreadParts: 0, trajectories: 1_113 };
    const detail = { retentionDays: 90, bytesMax: null, ...removed, bytes: 2 * 1_113 * BYTES };
    expect(await entries(usual)).toEqual([
      { actor: 'worker', action: 'traces.removed', subject: usual, detail },
    ]);

    await roundIn(8.5);
    expect((await left(short)).traces).toEqual(['t2', 't3']);
    await roundIn(90.5);
    const none = { traces: [], parts: 0, scores: 0, trajectories: [] };
    expect([await left(usual), await left(short)]).toEqual([none, none]);
    expect(await entries(short)).toHaveLength(2);
  });

  it('removes the oldest beyond the bytes, a shared trajectory counted once', async () => {
    const bytesMax = BigInt(5 * BYTES);
    const [own, shared] = [await workspaceWith({ bytesMax }), await workspaceWith({ bytesMax })];
    await addTraces(own, 4);
    await addTraces(shared, 6, `'same'`);
    await roundIn(0.5);
    expect(await left(own)).toMatchObject({ traces: ['t3', 't4'], trajectories: ['h3', 'h4'] });
    expect(await left(shared)).toMatchObject({ traces: ['t3', 't4', 't5', 't6'], trajectories: ['same'] });
    const detail = { bytesMax: 500, tooOld: 0, overBytesMax: 2, trajectories: 0, bytes: 2 * BYTES };
    expect(await entries(shared)).toMatchObject([{ detail }]);
    expect(await sumKeptTraces(database.pg, shared)).toMatchObject({ traces: 4, bytes: 5 * BYTES });
    const removals = await listTraceRemovals(database.pg, { workspaceId: shared, limit: 5 });
    expect(removals).toMatchObject([{ detail: { tooOld: 0, overBytesMax: 2, bytes: 2 * BYTES } }]);
  });

  it('keeps a trajectory that a rollout or a newer trace has, or that was stored just now', async () => {
    const workspaceId = await workspaceWith({ retentionDays: 1 });
    await addTraces(workspaceId, 6, `CASE WHEN n IN (1, 6) THEN 'twin' ELSE 'h' || n END`);
    await database.db.rollout.create({
      data: {
        ...{ id: 'ro_kept', attempt: 1, workspaceId, agentId: 'a', agentVersion: 1, agentName: 'a' },
        ...{ purpose: 'test', candidateHash: '', input: {}, order: {}, deadlineAt: new Date() },
        trajectoryHash: 'h2',
      },
    });
    const later = new Date(Date.now() + 0.5 * DAY_MS);
    const key = { workspaceId, hash: 'h3' };
    await database.db.trajectory.update({ where: { workspaceId_hash: key }, data: { createdAt: later } });
    await roundIn(0.5);
    expect(await left(workspaceId)).toMatchObject({ traces: ['t6'], trajectories: ['h2', 'h3', 'twin'] });
  });

  it('waits for traces with new parts, and removes old parts that became no trace', async () => {
    const workspaceId = await workspaceWith();
    await addTraces(workspaceId, 2);
    await database.pg.query(
      `INSERT INTO "TracePending" ("workspaceId", "traceId", "dueAt") VALUES ($1, 't1', now())`,
      [workspaceId],
    );
    await database.pg.query(`DELETE FROM "Trace" WHERE "workspaceId" = $1 AND id = 't2'`, [workspaceId]);
    await roundIn(89);
    expect(await left(workspaceId)).toMatchObject({ traces: ['t1'], parts: 2 });
    await roundIn(92);
    expect(await left(workspaceId)).toMatchObject({ traces: ['t1'], parts: 1 });
    expect(await entries(workspaceId)).toMatchObject([{ detail: { tooOld: 0, unreadParts: 1 } }]);
  });

  it('does nothing while another worker is at one', async () => {
    const workspaceId = await workspaceWith();
    await addTraces(workspaceId, 1);
    const other = await database.pg.connect();
    await lockRetention(other);
    await roundIn(92);
    expect((await left(workspaceId)).traces).toEqual(['t1']);
    await unlockRetention(other);
    other.release();
    await roundIn(92);
    expect((await left(workspaceId)).traces).toEqual([]);
  });
});
