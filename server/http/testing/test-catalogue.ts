import { PRACTICE_URL, type TestApi } from './test-api';

/**
 * Things for requests to name: a data set with a split and a task, and around them, made over the API itself, a
 * provider, an experiment and a run with a little ledger.
 */
export const CANDIDATE_HASH = 'c'.repeat(64);

export interface Catalogue {
  readonly datasetId: string;
  readonly splitId: string;
  readonly taskId: string;
}

export async function seedCatalogue({ database: { db }, workspaceId }: TestApi): Promise<Catalogue> {
  const counts = { train: 20, selection: 4, heldOut: 10, confirmation: 6 };
  const total = 40;
  await db.dataset.create({
    data: {
      id: 'dat_test',
      workspaceId,
      name: 'Sums',
      preset: 'generic',
      hash: 'd'.repeat(64),
      exampleCount: total,
      importReport: { files: [], rows: total, imported: total, duplicates: [], faults: [] },
      createdBy: 'test',
    },
  });
  const names = Object.entries(counts).flatMap(([name, count]) => Array<string>(count).fill(name));
  await db.example.createMany({
    data: names.map((_, position) => ({
      datasetId: 'dat_test',
      id: `ex-${position}`,
      position,
      question: `What is ${position} + 1?`,
      context: '',
      expected: String(position + 1),
      contentHash: String(position).padStart(64, '0'),
    })),
  });
  await db.splitRegistration.create({
    data: {
      id: 'spl_test',
      datasetId: 'dat_test',
      name: 'First',
      rule: { kind: 'hash' },
      hash: 'e'.repeat(64),
      counts,
      registeredBy: 'test',
    },
  });
  await db.splitAssignment.createMany({
    data: names.map((split, position) => ({
      registrationId: 'spl_test',
      datasetId: 'dat_test',
      exampleId: `ex-${position}`,
      split: split as 'train',
    })),
  });
  await db.task.create({
    data: {
      id: 'tsk_test',
      workspaceId,
      name: 'Adding',
      preset: 'generic',
      instructions: 'Add.',
      inputShape: 'a question',
      outputShape: 'a number',
      scoring: { kind: 'exactMatch', caseSensitive: false, trim: true },
    },
  });
  return { datasetId: 'dat_test', splitId: 'spl_test', taskId: 'tsk_test' };
}

let made = 0;

/** A fresh one of everything that an operation may use up, by the name of its parameter. */
export async function freshIds(api: TestApi, catalogue: Catalogue): Promise<Record<string, string>> {
  made += 1;
  const body = (value: object) => ({ body: { name: `Fresh ${made}`, ...value } });
  const provider = await api.call('createProvider', body({ baseUrl: PRACTICE_URL, maxAttempts: 1 }));
  const providerId: string = provider.json.id;
  const model = await api.call('saveModel', { params: { providerId }, ...body({ name: 'practice-task' }) });
  const key = await api.call('createKey', body({ role: 'viewer' }));
  const person = await api.call('invitePerson', body({ email: `fresh-${made}@example.com`, role: 'viewer' }));
  const role = { providerId, model: 'practice-task' };
  const models = { serving: role, proposer: role, evaluator: role };
  const { taskId, splitId } = catalogue;
  const experiment = await api.call('createExperiment', body({ taskId, splitId, models }));
  const experimentId: string = experiment.json.id;
  const run = await api.call('startRun', { body: { experimentId, kind: 'serialBaseline' } });
  if (run.status !== 201) throw new Error(`the fixture's run did not start: ${run.text}`);
  const runId: string = run.json.id;
  await writeLittleLedger(api, runId);
  return {
    ...catalogue,
    providerId,
    model: 'practice-task',
    modelId: model.json.id,
    keyId: key.json.key.id,
    personId: person.json.person.id,
    experimentId,
    runId,
    hash: CANDIDATE_HASH,
    seq: '2',
    iteration: '0',
  };
}

async function writeLittleLedger({ database: { db } }: TestApi, runId: string): Promise<void> {
  const candidate = { iteration: 0, hash: CANDIDATE_HASH, parentHash: null, text: '## OTHERS' };
  const counted = { bullets: 0, tokens: 3, applied: 0, ignored: 0 };
  const rollout = {
    iteration: 0,
    ordinal: 0,
    split: 'train',
    exampleId: 'ex-0',
    candidateHash: CANDIDATE_HASH,
  };
  const answered = { answer: '1', score: 1, correct: true, cause: null, tokensIn: 5, tokensOut: 1 };
  const facts = [
    { type: 'candidate.created', key: 'candidate.created/0', data: { ...candidate, ...counted } },
    {
      type: 'rollout.finished',
      key: 'rollout.finished/0/0',
      data: { ...rollout, ...answered, costUsd: null, callKeys: [] },
    },
  ];
  await db.ledgerEntry.createMany({
    data: facts.map((fact, index) => ({
      runId,
      seq: index + 1,
      ...fact,
      measured: { atMs: 1 },
      at: new Date(),
    })),
  });
  await db.run.update({ where: { id: runId }, data: { lastSeq: facts.length } });
}
