import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Actor } from '@/lib/domain/actor';
import { testActor } from '@/lib/testing/test-actor';
import {
  type BackOfficeSizes,
  type SeededBackOffice,
  seedBackOffice,
} from '@/server/commands/seed/back-office';
import { forgetConfig } from '@/server/config/config';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeListener } from '@/server/events/listener';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { addPracticeProvider } from '@/server/services/providers/practice-providers';
import { listen } from '@/server/serving/node-server';
import { closeRollouts, rollouts } from '@/server/serving/rollouts/rollouts';
import { closeServingPool } from '@/server/serving/serving-pool';
import { executeRun } from '@/server/worker/handlers/execute-run';

/** The seeded back office with all that a run of it needs: real HTTP, the recording proxy, the office's own evaluator. */
export interface OfficeLab {
  readonly database: TestDatabase;
  readonly actor: Actor<'administer'>;
  readonly seeded: SeededBackOffice;
  /** Carries a queued run to its end; the worker's word on the job. */
  carry(runId: string): Promise<string>;
  close(): Promise<void>;
}

interface Wanted {
  readonly sizes: BackOfficeSizes;
  /** Delays are divided by it. */
  readonly timeScale?: number;
  /** Who seeds, as audit entries name it; left out: a test. */
  readonly seededBy?: (workspaceId: string) => Actor<'administer'>;
}

export async function startOfficeLab({ sizes, timeScale = 100_000, seededBy }: Wanted): Promise<OfficeLab> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'waggle-back-office-'));
  const settings = { ...CALL_SETTINGS_DEFAULT, timeScale: null };
  const practice = await startPracticeModel({ port: 0, dataDir, settings });
  process.env.WAGGLE_PRACTICE_URL = `${practice.url}/v1`;
  asEnvironment(database);
  const proxy = await listen(rollouts().handler, { host: '127.0.0.1', port: 0 });
  process.env.WAGGLE_AGENT_PROXY_URL = `http://127.0.0.1:${proxy.port}`;
  forgetConfig();
  const listener = makeListener(database.url);
  const account = { email: 'owner@office.test', password: 'correct horse battery staple' };
  const workspaceId = (await foundWorkspace(account))?.actor.workspaceId ?? '';
  const actor = testActor('owner', { workspaceId });
  const providerId = await addPracticeProvider(actor, { name: 'Practice model', timeScale });
  const seeded = await seedBackOffice(seededBy?.(workspaceId) ?? actor, { providerId, sizes });
  return {
    ...{ database, actor, seeded },
    carry(runId) {
      const { signal } = new AbortController();
      const job = { payload: { runId }, tries: 0, signal };
      return executeRun(job, { worker: 'office', pool: database.pg, listener, closing: signal });
    },
    async close() {
      await stopQueue();
      await proxy.close(1_000);
      await closeRollouts();
      await Promise.all([
        listener.close(),
        closeSharedListener(),
        closeLedgerPool(),
        closeServingPool(),
        closeDb(),
      ]);
      await database.close();
      await practice.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
