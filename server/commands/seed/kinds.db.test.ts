import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeListener } from '@/server/events/listener';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { readTruths } from '@/server/services/truths/read-truths';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { KINDS, seedKinds } from './kinds';

/** The five seeded experiments that do not go well, run as a first start runs them. */
let database: TestDatabase;
let stop: () => Promise<void>;
let listener: ReturnType<typeof makeListener>;

beforeAll(async () => {
  database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'waggle-kinds-'));
  const practice = await startPracticeModel({ port: 0, dataDir, settings: CALL_SETTINGS_DEFAULT });
  process.env.WAGGLE_PRACTICE_URL = `${practice.url}/v1`;
  asEnvironment(database);
  listener = makeListener(database.url);
  stop = async () => {
    await stopQueue();
    await Promise.all([listener.close(), closeSharedListener(), closeLedgerPool(), closeDb()]);
    await database.close();
    await practice.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  await foundWorkspace({ email: 'owner@kinds.test', password: 'correct horse battery staple' });
});
afterAll(() => stop());

async function carryAll(): Promise<void> {
  for (;;) {
    const queued = await db().run.findFirst({ where: { status: 'queued' }, select: { id: true } });
    if (queued === null) return;
    const job = { payload: { runId: queued.id }, tries: 0, signal: new AbortController().signal };
    const parts = { worker: 'kinds', pool: database.pg, listener, closing: new AbortController().signal };
    expect(await executeRun(job, parts)).toBe('done');
  }
}

describe('the seeded kinds', () => {
  it('start one run each, and a second start adds nothing', async () => {
    expect((await seedKinds()).runIds).toHaveLength(KINDS.length);
    expect((await seedKinds()).runIds).toEqual([]);
    expect(await db().experiment.count()).toBe(KINDS.length);
    // Lists begin with what people bring, so the sets of the tour count as made with the workspace.
    const { createdAt } = await db().workspace.findFirstOrThrow();
    expect(await db().dataset.count({ where: { createdAt } })).toBe(KINDS.length);
  });

  it('come to what they are there to show, each by a run of its own', async () => {
    await carryAll();
    const experiments = await db().experiment.findMany({
      select: { id: true, name: true, workspaceId: true },
    });
    const actor = testActor('viewer', { workspaceId: experiments[0]?.workspaceId ?? '' });
    const truths = await readTruths(actor, { experiments: experiments.map(({ id }) => id), runs: [] });
    const kindOf = (index: number) => {
      const { id } = experiments.find(({ name }) => name === KINDS[index]?.name) ?? {};
      return truths.find(({ subjectId }) => subjectId === id);
    };
    expect(KINDS.map((_, index) => kindOf(index)?.kind)).toEqual([
      'noPlateau',
      'plateauNotAbove',
      'contaminated',
      'notDistinguishable',
      'collapsed',
    ]);
    for (const { sentence } of truths) expect(sentence).toContain('practice model');
    // The difference that the sentence speaks of goes with it.
    expect(kindOf(3)?.gain?.lower).toBeLessThanOrEqual(0);
    const calls = await db().journalCall.count();
    expect(calls).toBeLessThan(2000);
    const { runId } = kindOf(2) ?? {};
    const [own] = await readTruths(actor, { experiments: [], runs: [runId ?? ''] });
    expect(own).toMatchObject({ subjectId: runId, kind: 'contaminated' });
    const stranger = testActor('viewer', { workspaceId: 'ws_other' });
    expect(await readTruths(stranger, { experiments: [], runs: [runId ?? ''] })).toEqual([]);
  });
});
