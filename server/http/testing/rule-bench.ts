import { ulid } from 'ulid';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { DiagnosisFinding } from '@/lib/domain/serial-diagnosis';
import type { Prisma } from '@/server/db/generated/client';
import { stopQueue } from '@/server/jobs/queue';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { PRACTICE_URL, startTestApi, type TestApi } from './test-api';
import { type Catalogue, seedCatalogue } from './test-catalogue';

/**
 * Objects that rule requests refer to: models for every role, experiments that may run in parallel, runs in
 * progress.
 */
export interface RuleBench {
  readonly api: TestApi;
  readonly catalogue: Catalogue;
  readonly providerId: string;
  /** An unused name. */
  newName(): string;
  /** An existing model for a role. */
  model(name: 'task' | 'proposer' | 'judge'): { readonly providerId: string; readonly model: string };
  /** The id of a new experiment with these settings over complete defaults. */
  experiment(settings?: object): Promise<string>;
  /** Another task, without a diagnosis. */
  newTask(scoring?: object): Promise<string>;
  /** Another data set with a split and these counts. */
  newSplit(counts?: Partial<Record<SplitPart, number>>): Promise<{ datasetId: string; splitId: string }>;
  /**
   * Diagnoses the experiment with go, which parallel runs need, or with another finding; returns the id of
   * its serial run.
   */
  diagnose(experimentId: string, finding?: DiagnosisFinding): Promise<string>;
  /** The id of a parallel run that waits for its worker. */
  parallelRun(settings?: object): Promise<string>;
  /** Adds a newer diagnosis for the task, split, method and hardware of this run. */
  find(runId: string, finding: DiagnosisFinding): Promise<void>;
  /** Simulates an older version that queued the run under this manifest. */
  repin(runId: string, change: (manifest: RunManifest) => object): Promise<void>;
  /** Adds a fact to a run's ledger, as its worker would. */
  state<T extends FactType>(runId: string, type: T, data: Partial<FactData[T]>): Promise<void>;
  close(): Promise<void>;
}

type SplitPart = 'train' | 'selection' | 'heldOut' | 'confirmation';
const EVEN: Readonly<Record<SplitPart, number>> = { train: 20, selection: 4, heldOut: 10, confirmation: 6 };

export async function openRuleBench(): Promise<RuleBench> {
  const api = await startTestApi();
  const catalogue = await seedCatalogue(api);
  const providerId = await makeProvider(api);
  let made = 0;
  const newName = () => {
    made += 1;
    return `Made ${made}`;
  };
  const model = (name: string) => ({ providerId, model: `practice-${name}` });
  const models = { serving: model('task'), proposer: model('proposer'), evaluator: model('judge') };
  const bench: RuleBench = {
    api,
    catalogue,
    providerId,
    newName,
    model,
    experiment: (settings = {}) => {
      const { taskId, splitId } = catalogue;
      const body = { name: newName(), taskId, splitId, models, lanes: 8, ...settings };
      return madeBy(api, 'createExperiment', body);
    },
    newTask: (scoring = { kind: 'exactMatch' }) =>
      madeBy(api, 'createTask', {
        name: newName(),
        scoring,
        inputShape: 'a question',
        outputShape: 'a number',
      }),
    newSplit: (counts = EVEN) => makeSplit(api, newName(), counts),
    diagnose: (experimentId, finding) => diagnose(api, experimentId, finding),
    async parallelRun(settings) {
      const experimentId = await bench.experiment(settings);
      await bench.diagnose(experimentId);
      return madeBy(api, 'startRun', { experimentId, kind: 'combee' });
    },
    find: (runId, finding) => find(api, runId, finding),
    async repin(runId, change) {
      const { db } = api.database;
      const { manifest } = await db.run.findUniqueOrThrow({ where: { id: runId } });
      const changed = change(manifest as unknown as RunManifest) as Prisma.InputJsonObject;
      await db.run.update({ where: { id: runId }, data: { manifest: changed } });
    },
    state: (runId, type, data) => state(api, { runId, type, data: data as Prisma.InputJsonObject }),
    async close() {
      await stopQueue();
      await api.close();
    },
  };
  await bench.diagnose(await bench.experiment());
  return bench;
}

async function madeBy(api: TestApi, operation: string, body: object): Promise<string> {
  const answer = await api.call(operation, { body });
  if (answer.status !== 201) throw new Error(`${operation} was refused: ${answer.text}`);
  return answer.json.id;
}

async function makeProvider(api: TestApi): Promise<string> {
  const providerId = await madeBy(api, 'createProvider', {
    name: 'Bench',
    baseUrl: PRACTICE_URL,
    maxAttempts: 1,
  });
  for (const role of ['task', 'proposer', 'judge']) {
    const saved = await api.call('saveModel', { params: { providerId }, body: { name: `practice-${role}` } });
    if (saved.status >= 400) throw new Error(`the model of the bench was refused: ${saved.text}`);
  }
  return providerId;
}

async function makeSplit({ database: { db }, workspaceId }: TestApi, name: string, counts: object) {
  const id = name.toLowerCase().replace(' ', '_');
  const [datasetId, splitId] = [`dat_${id}`, `spl_${id}`];
  const about = { name, preset: 'generic', hash: id.padStart(64, 'a'), exampleCount: 0 };
  await db.dataset.create({
    data: { id: datasetId, workspaceId, ...about, importReport: {}, createdBy: 'test' },
  });
  const empty = { train: 0, selection: 0, heldOut: 0, confirmation: 0 };
  const registered = {
    name,
    rule: { kind: 'hash' },
    hash: id.padStart(64, 'b'),
    counts: { ...empty, ...counts },
  };
  await db.splitRegistration.create({
    data: { id: splitId, datasetId, ...registered, registeredBy: 'test' },
  });
  return { datasetId, splitId };
}

async function diagnose(
  api: TestApi,
  experimentId: string,
  finding: DiagnosisFinding = 'plateauAbove',
): Promise<string> {
  const runId = await madeBy(api, 'startRun', { experimentId, kind: 'serialBaseline' });
  await find(api, runId, finding);
  return runId;
}

async function find(api: TestApi, runId: string, finding: DiagnosisFinding): Promise<void> {
  const { manifest } = await api.database.db.run.findUniqueOrThrow({ where: { id: runId } });
  const scopeHash = diagnosisScopeHash(manifest as unknown as RunManifest);
  const isGo = finding === 'plateauAbove';
  const verdict = {
    verdict: isGo ? 'go' : finding === 'cannotBeTold' ? 'undecided' : 'noGo',
    reason: isGo ? 'The curve is flat.' : 'The curve is not.',
  };
  const detail = { finding, alternatives: isGo ? [] : ['Add serial rollouts.'], window: 1 };
  await api.database.db.diagnosis.create({
    data: { id: `dia_${ulid()}`, workspaceId: api.workspaceId, scopeHash, runId, ...verdict, detail },
  });
}

let seq = 0;
async function state(
  { database: { db } }: TestApi,
  fact: { readonly runId: string; readonly type: FactType; readonly data: Prisma.InputJsonObject },
): Promise<void> {
  seq += 1;
  await db.ledgerEntry.create({
    data: { ...fact, seq, key: `${fact.type}/${seq}`, measured: {}, at: new Date() },
  });
}
