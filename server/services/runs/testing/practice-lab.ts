import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ulid } from 'ulid';
import { createExperimentBody } from '@/lib/contracts/experiments';
import type { Actor, Role } from '@/lib/domain/actor';
import { type TestActor, testActor } from '@/lib/testing/test-actor';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import { type LabCounts, seedLab } from './seed-lab';

/** A workspace with everything that a run needs, on a practice model of the test's own, over real HTTP. */
export interface PracticeLab {
  readonly database: TestDatabase;
  readonly actor: Actor<'experiment'>;
  readonly providerId: string;
  readonly splitId: string;
  readonly taskId: string;
  actorAs<R extends Role>(role: R): TestActor<R>;
  /** The id of a new experiment with these settings over the defaults. */
  makeExperiment(settings?: object): Promise<string>;
  close(): Promise<void>;
}

export interface LabSize extends LabCounts {
  /** How many times faster than the profile's delays; null = at once. */
  readonly timeScale: number | null;
}

export async function openPracticeLab(size: LabSize): Promise<PracticeLab> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'waggle-lab-'));
  const settings = { ...CALL_SETTINGS_DEFAULT, timeScale: size.timeScale };
  const practice = await startPracticeModel({ port: 0, dataDir, settings });
  process.env.WAGGLE_PRACTICE_URL = `${practice.url}/v1`;
  asEnvironment(database);
  const id = ulid();
  const ids = { workspaceId: `ws_${id}`, providerId: `prv_${id}`, taskId: `tsk_${id}`, splitId: `spl_${id}` };
  await seedLab(ids, size, `${practice.url}/v1`);
  const actorAs = <R extends Role>(role: R) => testActor(role, { workspaceId: ids.workspaceId });
  const actor = actorAs('experimenter');
  const model = (name: string) => ({ providerId: ids.providerId, model: `practice-${name}` });
  return {
    database,
    ...ids,
    actor,
    actorAs,
    async makeExperiment(settings = {}) {
      const body = createExperimentBody.parse({
        name: `Experiment ${ulid()}`,
        taskId: ids.taskId,
        splitId: ids.splitId,
        models: { serving: model('task'), proposer: model('proposer'), evaluator: model('judge') },
        lanes: 8,
        ...settings,
      });
      return (await createExperiment(actor, body)).id;
    },
    async close() {
      await stopQueue();
      await Promise.all([closeSharedListener(), closeLedgerPool(), closeDb()]);
      await database.close();
      await practice.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
