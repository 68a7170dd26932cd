import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { seedRun } from '@/server/ledger/testing/seed-run';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { EXECUTE_RUN, HEARTBEAT_SECONDS } from './definitions';
import { makeQueue, sendRun, workOnRuns } from './queue';
import { sweepRuns } from './sweep-runs';

let database: TestDatabase;
let boss: PgBoss;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  boss = await makeQueue({ databaseUrl: database.url, isWorker: true });
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await database.close();
});

const jobs = async (runId: string) =>
  (await boss.findJobs(EXECUTE_RUN, { key: runId })).map(({ state }) => state);

describe('the queue', () => {
  it('holds at most one job a run', async () => {
    await sendRun(boss, 'run_once');
    await sendRun(boss, 'run_once');
    expect(await jobs('run_once')).toEqual(['created']);
    await boss.deleteQueuedJobs(EXECUTE_RUN);
  });

  it('forgets a job whose transaction was taken back, and keeps one whose transaction stood', async () => {
    const failing = database.db.$transaction(async (tx) => {
      await sendRun(boss, 'run_rolled_back', tx);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await database.db.$transaction((tx) => sendRun(boss, 'run_kept', tx));
    expect(await jobs('run_rolled_back')).toEqual([]);
    expect(await jobs('run_kept')).toEqual(['created']);
    await boss.deleteQueuedJobs(EXECUTE_RUN);
  });

  it('gives a job to a live run that has none, and to no other', async () => {
    const live = await seedRun(database.pg);
    const ended = await seedRun(database.pg);
    await database.pg.query(`UPDATE "Run" SET status = 'finished' WHERE id = $1`, [ended]);
    expect(await sweepRuns(database.pg, boss)).toEqual([live]);
    expect(await sweepRuns(database.pg, boss)).toEqual([]);
    await database.pg.query(`UPDATE "Run" SET status = 'finished' WHERE id = $1`, [live]);
    await boss.deleteQueuedJobs(EXECUTE_RUN);
  });

  it('carries a job, puts a released one back at once, and tries a failed one again', async () => {
    const carried: [string, number][] = [];
    await workOnRuns(boss, 2, async ({ payload, tries }) => {
      carried.push([payload.runId, tries]);
      const times = carried.filter(([runId]) => runId === payload.runId).length;
      if (payload.runId === 'run_released' && times === 1) return 'again';
      if (payload.runId === 'run_broken' && times === 1) throw new Error('the first try fails');
      return 'done';
    });
    await sendRun(boss, 'run_released');
    await sendRun(boss, 'run_broken');
    const ofRun = (runId: string) => carried.filter(([id]) => id === runId).map(([, tries]) => tries);
    await expect.poll(() => ofRun('run_released')).toEqual([0, 0]);
    await expect.poll(() => ofRun('run_broken')).toEqual([0, 1]);
    await boss.offWork(EXECUTE_RUN, { wait: true });
  });

  it('gives the job of a worker that fell silent to another', async () => {
    await sendRun(boss, 'run_of_the_dead');
    // Taken and never heard of again: no heartbeat is sent for a job that was fetched by hand.
    expect(await boss.fetch(EXECUTE_RUN)).toHaveLength(1);
    // The clock of the job is moved, rather than waited for.
    await database.pg.query(
      `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - $1 * interval '1 second' WHERE data->>'runId' = $2`,
      [HEARTBEAT_SECONDS, 'run_of_the_dead'],
    );
    const takenOver = new Promise<string>((resolve) => {
      void workOnRuns(boss, 1, async ({ payload }) => {
        resolve(payload.runId);
        return 'done';
      });
    });
    expect(await takenOver).toBe('run_of_the_dead');
    await boss.offWork(EXECUTE_RUN, { wait: true });
  });
});
