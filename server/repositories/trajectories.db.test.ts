import { afterAll, beforeAll, expect, it } from 'vitest';
import { trajectoryOfMessages } from '@/lib/traces/trajectory-of-messages';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { storeTrajectory, TRAJECTORY_GRACE_MS } from './trajectories';

const WORKSPACE = 'ws_trajectories';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  await database.db.workspace.create({ data: { id: WORKSPACE, name: 'Trajectories' } });
});
afterAll(() => database.close());

it('a trajectory that is stored again is safe from retention until its row is written', async () => {
  const document = trajectoryOfMessages({
    ...{ agent: { name: 'sums', version: '1' }, tools: [], hasErrorFlag: true },
    messages: [{ role: 'user', text: 'What is two and a quarter?' }],
  });
  const store = () =>
    storeTrajectory(database.pg, WORKSPACE, { document, steps: document.steps.length, toolErrors: 0 });
  const hash = await store();
  const where = { workspaceId_hash: { workspaceId: WORKSPACE, hash } };
  const isStampedAnew = async (agoMs: number) => {
    const createdAt = new Date(Date.now() - agoMs);
    await database.db.trajectory.update({ where, data: { createdAt } });
    expect(await store()).toBe(hash);
    return (await database.db.trajectory.findUniqueOrThrow({ where })).createdAt > createdAt;
  };
  expect(await isStampedAnew(0.4 * TRAJECTORY_GRACE_MS)).toBe(false);
  expect(await isStampedAnew(0.6 * TRAJECTORY_GRACE_MS)).toBe(true);
});
