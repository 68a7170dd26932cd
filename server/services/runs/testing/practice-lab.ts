import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ulid } from 'ulid';
import { createExperimentBody } from '@/lib/contracts/experiments';
import type { Actor, Role } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';
import { createExperiment } from '@/server/services/experiments/change-experiments';

/** A workspace with everything that a run needs, on a practice model of the test's own, over real HTTP. */
export interface PracticeLab {
  readonly database: TestDatabase;
  readonly actor: Actor;
  readonly providerId: string;
  readonly splitId: string;
  readonly taskId: string;
  actorAs(role: Role): Actor;
  /** The id of a new experiment with these settings over the defaults. */
  makeExperiment(settings?: object): Promise<string>;
  close(): Promise<void>;
}

export interface LabSize {
  readonly train: number;
  readonly heldOut: number;
  /** Sealed; none where left out. */
  readonly confirmation?: number;
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
  await seedRows(ids, size, `${practice.url}/v1`);
  const actorAs = (role: Role): Actor => ({
    workspaceId: ids.workspaceId,
    role,
    name: `${role}@test`,
    via: 'session',
    userId: null,
    keyId: null,
  });
  const model = (name: string) => ({ providerId: ids.providerId, model: `practice-${name}` });
  return {
    database,
    ...ids,
    actor: actorAs('experimenter'),
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
      return (await createExperiment(actorAs('experimenter'), body)).id;
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

type Ids = Readonly<Record<'workspaceId' | 'providerId' | 'taskId' | 'splitId', string>>;

async function seedRows({ workspaceId, providerId, taskId, splitId }: Ids, size: LabSize, baseUrl: string) {
  const datasetId = `dat_${splitId}`;
  await db().workspace.create({ data: { id: workspaceId, name: 'Lab' } });
  await db().provider.create({
    data: { id: providerId, workspaceId, name: 'Practice', baseUrl, practice: true, hardware: 'practice' },
  });
  for (const name of ['practice-task', 'practice-proposer', 'practice-judge']) {
    await db().model.create({
      data: { id: `mdl_${ulid()}`, providerId, name, usdPerMillionIn: 1, usdPerMillionOut: 2 },
    });
  }
  const task = {
    id: taskId,
    workspaceId,
    name: 'Sums',
    preset: 'formula',
    instructions: 'Work out the number.',
    inputShape: 'A question.',
    outputShape: 'A number.',
    scoring: { kind: 'formula' },
  };
  await db().task.create({ data: task });
  const { train, heldOut, confirmation = 0 } = size;
  const examples = Array.from({ length: train + heldOut + confirmation }, (_, position) => {
    const question = `What is ${position} plus a quarter?`;
    const content = { question, context: '', expected: `${position}.25` };
    return {
      ...content,
      id: `e${String(position).padStart(4, '0')}`,
      position,
      contentHash: contentHash(question),
    };
  });
  await db().dataset.create({
    data: {
      id: datasetId,
      workspaceId,
      name: 'Sums',
      preset: 'formula',
      hash: contentHash(datasetId),
      exampleCount: examples.length,
      importReport: {},
      createdBy: 'test',
      examples: { create: examples },
    },
  });
  const counts = { train, selection: 0, heldOut, confirmation };
  await db().splitRegistration.create({
    data: {
      id: splitId,
      datasetId,
      name: 'Split',
      rule: {},
      hash: contentHash(splitId),
      counts,
      registeredBy: 'test',
    },
  });
  const splitOf = (position: number) =>
    position < train ? 'train' : position < train + heldOut ? 'heldOut' : 'confirmation';
  await db().splitAssignment.createMany({
    data: examples.map(({ id, position }) => ({
      registrationId: splitId,
      datasetId,
      exampleId: id,
      split: splitOf(position),
    })),
  });
}
