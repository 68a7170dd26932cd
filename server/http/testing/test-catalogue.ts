import { contentHash } from '@/lib/domain/content-hash';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { seedDiscussedCanary } from './seed-canary';
import { seedIntake } from './seed-intake';
import { seedRollouts } from './seed-rollouts';
import { seedTrace } from './seed-trace';
import { type Called, PRACTICE_URL, type TestApi } from './test-api';
import { seedPlan, seedReport, seedSweep, seedWebhook } from './test-surroundings';

/**
 * Objects for requests to name: a data set with a split and a task, plus a provider, an experiment and a run
 * with a small ledger, made through the API.
 */
/** Hash of the text `## OTHERS`. */
export const CANDIDATE_HASH = contentHash('## OTHERS');

export interface Catalogue {
  readonly datasetId: string;
  readonly splitId: string;
  readonly taskId: string;
}

/** Enough of each split for every rule to pass. */
const COUNTS = { train: 20, selection: 4, heldOut: 10, confirmation: 6 } as const;

export async function seedCatalogue(api: TestApi): Promise<Catalogue> {
  const { database, workspaceId } = api;
  await database.db.task.create({
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
  return { ...(await seedDataset(api, 'test')), taskId: 'tsk_test' };
}

async function seedDataset({ database: { db }, workspaceId }: TestApi, name: string) {
  const datasetId = `dat_${name}`;
  const splits = Object.entries(COUNTS).flatMap(([split, count]) => Array<string>(count).fill(split));
  const about = {
    name: `Sums ${name}`,
    preset: 'generic',
    hash: 'd'.repeat(64),
    exampleCount: splits.length,
  };
  await db.dataset.create({
    data: { id: datasetId, workspaceId, ...about, importReport: {}, createdBy: 'test' },
  });
  await db.example.createMany({
    data: splits.map((_, position) => ({
      datasetId,
      id: `ex-${position}`,
      position,
      question: `What is ${position} + 1?`,
      context: '',
      expected: String(position + 1),
      contentHash: String(position).padStart(64, '0'),
    })),
  });
  const splitId = `spl_${name}`;
  const registered = { name: 'First', rule: { kind: 'hash' }, hash: 'e'.repeat(64), counts: COUNTS };
  await db.splitRegistration.create({
    data: { id: splitId, datasetId, ...registered, registeredBy: 'test' },
  });
  await db.splitAssignment.createMany({
    data: splits.map((split, position) => ({
      registrationId: splitId,
      datasetId,
      exampleId: `ex-${position}`,
      split: split as 'train',
    })),
  });
  return { datasetId, splitId };
}

let made = 0;

/** Fresh objects for operations that consume them, by parameter name. */
export async function freshIds(api: TestApi, catalogue: Catalogue): Promise<Record<string, string>> {
  made += 1;
  const body = (value: object) => ({ body: { name: `Fresh ${made}`, ...value } });
  const provider = await api.call('createProvider', body({ baseUrl: PRACTICE_URL, maxAttempts: 1 }));
  const providerId: string = provider.json.id;
  const model = await api.call('saveModel', { params: { providerId }, ...body({ name: 'practice-task' }) });
  const key = await api.call('createKey', body({ role: 'viewer' }));
  const personId = await seedPerson(api);
  const role = { providerId, model: 'practice-task' };
  const models = { serving: role, proposer: role, evaluator: role };
  const { taskId, splitId } = catalogue;
  const settings = { taskId, splitId, models };
  const experiment = await api.call('createExperiment', body(settings));
  const experimentId: string = experiment.json.id;
  const runId = await startDiagnosedRun(
    api,
    await api.call('createExperiment', body({ ...settings, name: `Ran ${made}` })),
  );
  const own = await seedDataset(api, `fresh-${made}`);
  const importedRunId = await seedImportedRun(api);
  const slot = await seedSlot(api);
  const intakeId = await seedIntake(api, { ...catalogue, models, name: `Drafted ${made}` });
  const importId = `imp_fresh_${made}`;
  await api.database.db.datasetImport.create({
    data: {
      ...{ id: importId, workspaceId: api.workspaceId, name: 'Large', startedBy: 'test' },
      ...{ options: {}, files: ['large.jsonl'], state: 'uploading' },
    },
  });
  return {
    taskId,
    importId,
    ...own,
    providerId,
    model: 'practice-task',
    modelId: model.json.id,
    keyId: key.json.key.id,
    personId,
    experimentId,
    experimentIds: experimentId,
    runId,
    against: runId,
    baseline: runId,
    other: experimentId,
    groupId: await seedGroup(api, runId),
    planId: await seedPlan(api, { experimentId, made }),
    ...(await seedSweep(api, { experimentId, runId, made })),
    ...(await seedReport(api, { experimentId, runId, made })),
    ...(await seedWebhook(api, made)),
    viewId: await seedSavedView(api),
    ...(await seedDiscussedCanary(api, made)),
    intakeId,
    ...(await seedRollouts(api, made)),
    ...(await seedTrace(api, made)),
    ...slot,
    diagnosisId: `dia_${made}`,
    importedRunId,
    imported: importedRunId,
    runs: runId,
    hash: CANDIDATE_HASH,
    candidateHash: CANDIDATE_HASH,
    seq: '2',
    iteration: '0',
  };
}

/** Directly into the table, as hashing a password for each would dominate the test's time. */
async function seedPerson({ database: { db }, workspaceId }: TestApi): Promise<string> {
  const id = `usr_fresh_${made}`;
  await db.user.create({ data: { id, email: `fresh-${made}@example.com`, name: id, passwordHash: 'none' } });
  await db.membership.create({ data: { workspaceId, userId: id, role: 'viewer' } });
  return id;
}

async function seedImportedRun(api: TestApi): Promise<string> {
  const body = new FormData();
  body.set('files', new File(['seen,score\n0,0.5\n10,0.6\n'], 'curve.csv'));
  body.set('options', JSON.stringify({ name: `Imported ${made}` }));
  const imported = await api.call('importRun', { body });
  if (imported.status !== 201) throw new Error(`the imported run of the test was refused: ${imported.text}`);
  return imported.json.id;
}

async function seedSavedView(api: TestApi): Promise<string> {
  const body = { list: 'runs', name: `View ${made}`, address: 'sort=best' };
  return (await api.call('createSavedView', { body })).json.id;
}

/** An empty slot, with a hand-written version. */
async function seedSlot(api: TestApi) {
  const body = { kind: 'rehearsal', slug: `fresh-${made}`, name: `Fresh ${made}` };
  const slot = await api.call('createSlot', { body });
  const slotId: string = slot.json.id;
  const written = { source: 'written', text: `You are number ${made}.` };
  const prompt = await api.call('addSlotPrompt', { params: { slotId }, body: written });
  const promptId: string = prompt.json.promptId;
  return { slotId, promptId, fromPromptId: promptId, basedOn: promptId };
}

async function seedGroup({ database: { db }, workspaceId }: TestApi, runId: string): Promise<string> {
  const id = `grp_fresh_${made}`;
  const rejected = [{ shape: 'task', reason: 'There is one task only.' }];
  const why = { shape: 'candidate', reason: 'There is one task.', rejected };
  await db.runGroup.create({ data: { id, workspaceId, ...why, createdBy: 'test' } });
  await db.run.update({ where: { id: runId }, data: { groupId: id } });
  return id;
}

/** A run with results, and the go that parallel runs of its kind need. */
async function startDiagnosedRun(api: TestApi, experiment: Called): Promise<string> {
  const body = { experimentId: experiment.json.id, kind: 'serialBaseline' };
  const run = await api.call('startRun', { body });
  if (run.status !== 201)
    throw new Error(`the run of the test did not start: ${experiment.text} ${run.text}`);
  const runId: string = run.json.id;
  await writeLittleLedger(api, runId);
  const { manifest } = (await api.call('getRun', { params: { runId } })).json;
  await api.database.db.diagnosis.create({
    data: {
      id: `dia_${made}`,
      workspaceId: api.workspaceId,
      scopeHash: diagnosisScopeHash(manifest),
      runId,
      verdict: 'go',
      reason: 'The curve is flat.',
      detail: {},
    },
  });
  return runId;
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
