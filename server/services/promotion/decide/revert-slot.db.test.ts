import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/domain/actor';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { testActor } from '@/lib/testing/test-actor';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { systemClock } from '@/server/observability/system-clock';
import { tickCanaries } from '@/server/services/promotion/count/tick-canaries';
import {
  type BenchSlot,
  beginSplit,
  makeBenchSlot,
  move,
  WORKSPACE,
} from '@/server/serving/testing/slot-bench';
import { readRevertEffect, revertSlot } from './revert-slot';

/** The way back, as anybody but a viewer takes it, and while Postgres is away. */
let database: TestDatabase;
let proxy: VanishingProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  proxy = await openVanishingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  asEnvironment({ ...database, url: url.toString() });
});
afterAll(async () => {
  await proxy.comeBack();
  await closeDb();
  await proxy.close();
  await database.close();
});

let slot: BenchSlot;
let made = 0;
beforeEach(async () => {
  made += 1;
  slot = await makeBenchSlot(`revert-${made}`);
  await beginSplit(slot);
  await move(slot, { kind: 'promote', promptId: slot.prompts[1] });
});

const actorOf = <R extends Role>(role: R) =>
  testActor(role, { workspaceId: WORKSPACE, name: `${role}@example.com`, userId: role });
const revert = (role: Exclude<Role, 'viewer'> = 'experimenter') =>
  revertSlot(actorOf(role), { slotId: slot.slotId, reason: 'It answers in rhymes.' });
const liveIn = async () => {
  const { rows } = await database.pg.query(`SELECT "livePromptId" FROM "Slot" WHERE id = $1`, [slot.slotId]);
  return rows[0]?.livePromptId;
};

describe('a revert', () => {
  it.each(['owner', 'experimenter', 'reviewer'] as const)(
    'is %s’s to make, and answers what holds since',
    async (role) => {
      const moved = await revert(role);
      expect(moved).toMatchObject({
        isChanged: true,
        slot: { live: { version: 1 }, isReverted: true, isRevertible: false },
      });
      expect(moved.slot.configVersion).toBe(moved.configVersion);
      expect(Date.parse(moved.movedAt)).toBeGreaterThanOrEqual(Date.parse(moved.requestedAt));
      expect(await revert(role)).toMatchObject({ isChanged: false, configVersion: moved.configVersion });
    },
  );

  it('waits for no canary: its row may be locked by a count', async () => {
    await db().$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "Canary" WHERE id = ${slot.canaryId} FOR UPDATE`;
      expect((await revert()).isChanged).toBe(true);
    });
  });

  it('ends the canary that it takes back, under the same name and reason', async () => {
    await revert();
    const canary = await db().canary.findUniqueOrThrow({ where: { id: slot.canaryId } });
    expect(canary.state).toBe('reverted');
    expect(canary.endedAt).not.toBeNull();
    const [entry] = await db().auditEntry.findMany({
      where: { subject: slot.canaryId },
      orderBy: { id: 'desc' },
    });
    expect(entry).toMatchObject({ actor: 'experimenter@example.com', action: 'canary.reverted' });
  });

  it('ends it later where its row was held: the worker finds what was taken back and goes on no step', async () => {
    await db().canary.update({
      where: { id: slot.canaryId },
      data: { plan: canaryPlan({ liveSteps: [0.05, 1] }), planHash: 'h' },
    });
    await move(slot, { kind: 'revert' });
    await tickCanaries(systemClock);
    expect((await db().canary.findUniqueOrThrow({ where: { id: slot.canaryId } })).state).toBe('reverted');
    expect(await liveIn()).toBe(slot.prompts[0]);
  });

  it('tells who still got the version that it took back, and until when', async () => {
    expect(await readRevertEffect(actorOf('viewer'), { slotId: slot.slotId })).toEqual({ revert: null });
    const { movedAt } = await revert();
    const second = Math.floor(Date.parse(movedAt) / 1000) * 1000;
    const row = (promptId: string, offsetS: number, count: number) => ({
      ...{ slotId: slot.slotId, promptId, variant: 'incumbent', process: 'p', count },
      at: new Date(second + offsetS * 1000),
    });
    const [old, now] = [slot.prompts[1], slot.prompts[0]];
    await db().exposureCount.createMany({
      data: [row(old, -5, 9), row(old, 0, 3), row(old, 1, 2), row(now, 1, 4)],
    });
    const { revert: effect } = await readRevertEffect(actorOf('viewer'), { slotId: slot.slotId });
    expect(effect).toMatchObject({
      revertedAt: movedAt,
      by: 'experimenter@example.com',
      reason: 'It answers in rhymes.',
      from: { promptId: old },
      to: { promptId: now },
      oldExposuresSince: 5,
      lastOldExposureAt: new Date(second + 1000).toISOString(),
      firstNewExposureAt: new Date(second + 1000).toISOString(),
    });
  });
});

describe('a revert while Postgres is away', () => {
  it('is refused with a sentence where connections are refused, and works when it is back', async () => {
    await proxy.vanish();
    await expect(revert()).rejects.toSatisfy((error: unknown) =>
      /connect|reach|answer|refused/i.test(String(error)),
    );
    await proxy.comeBack();
    expect(await liveIn()).toBe(slot.prompts[1]);
    await expect.poll(() => revert().then(({ isChanged }) => isChanged, String)).toBe(true);
  });

  it('is told as not confirmed where it hangs; pressed again it holds, whatever became of the first', async () => {
    proxy.freeze();
    await expect(revert()).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      message: expect.stringContaining('reverting twice is reverting once'),
    });
    await proxy.comeBack();
    await expect.poll(() => revert().then(() => 'holds', String)).toBe('holds');
    expect(await liveIn()).toBe(slot.prompts[0]);
    const changes = await database.pg.query(
      `SELECT 1 FROM "FlagChange" WHERE "slotId" = $1 AND kind = 'reverted'`,
      [slot.slotId],
    );
    expect(changes.rowCount).toBe(1);
  });
});
