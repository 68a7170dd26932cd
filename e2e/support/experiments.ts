import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { DatasetView } from '@/lib/contracts/datasets';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { ProviderView } from '@/lib/contracts/providers';
import type { RunDetailView, RunView } from '@/lib/contracts/run-shapes';
import type { SplitView } from '@/lib/contracts/splits';
import type { TaskView } from '@/lib/contracts/tasks';
import { BACK_OFFICE_BASELINE } from '@/lib/view/tour';
import type { Api } from './api';

/** Experiments and runs made over the API, for journeys that are about what comes after. */

interface List<Item> {
  readonly items: readonly Item[];
}

/** The practice model at a pace that can be watched, or as fast as this machine is. */
export type Pace = 'watchable' | 'fast';
const PROVIDERS: Readonly<Record<Pace, string>> = {
  watchable: 'Practice model',
  fast: 'Practice model, fast forward',
};
const ROLES = { serving: 'practice-task', proposer: 'practice-proposer', evaluator: 'practice-judge' };

export interface Wanted {
  readonly name: string;
  readonly pace: Pace;
  /** A registered split; left out: the bundled Formula set's own. */
  readonly splitId?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export async function makeExperiment(api: Api, wanted: Wanted): Promise<ExperimentView> {
  const tasks = await api.get<List<TaskView>>('/api/v1/tasks');
  const provider = await practiceProvider(api, wanted.pace);
  return api.post('/api/v1/experiments', {
    name: `${wanted.name} ${randomUUID().slice(0, 8)}`,
    taskId: named(tasks.items, 'Formula').id,
    splitId: wanted.splitId ?? (await bundledSplit(api)).id,
    models: Object.fromEntries(
      Object.entries(ROLES).map(([role, model]) => [role, { providerId: provider.id, model }]),
    ),
    ...wanted.settings,
  });
}

export async function practiceProvider(api: Api, pace: Pace): Promise<ProviderView> {
  const providers = await api.get<List<ProviderView>>('/api/v1/providers');
  return named(providers.items, PROVIDERS[pace]);
}

export async function bundledSplit(api: Api): Promise<SplitView> {
  const datasets = await api.get<List<DatasetView>>('/api/v1/datasets');
  const { id } = named(datasets.items, 'Formula practice');
  const splits = await api.get<List<SplitView>>(`/api/v1/datasets/${id}/splits`);
  return named(splits.items, 'Standard');
}

/** A registration of its own of the bundled set, that no run has touched: 30 to learn from, 20 to measure, 10 sealed. */
export async function smallSplit(
  api: Api,
  counts = { train: 30, selection: 0, heldOut: 20, confirmation: 10 },
): Promise<SplitView> {
  const { datasetId } = await bundledSplit(api);
  const salt = randomUUID();
  return api.post(`/api/v1/datasets/${datasetId}/splits`, {
    name: `Small ${salt.slice(0, 8)}`,
    rule: { kind: 'counts', counts },
    salt,
  });
}

export function startRun(api: Api, body: Readonly<Record<string, unknown>>): Promise<RunView> {
  return api.post('/api/v1/runs', body);
}

/** Five examples an iteration at a pace that leaves time to steer. A comparison point needs no diagnosis. */
export async function startSlowRun(api: Api, name: string): Promise<string> {
  const { id: experimentId } = await makeExperiment(api, {
    name,
    pace: 'watchable',
    settings: {
      batch: { kind: 'static', size: 5, reason: 'Small iterations leave time to steer between them.' },
      evaluation: { everyExamples: 250, split: 'selection' },
    },
  });
  return (await startRun(api, { experimentId, label: name, kind: 'comparisonPoint', seed: 3 })).id;
}

export function readRun(api: Api, runId: string): Promise<RunDetailView> {
  return api.get(`/api/v1/runs/${runId}`);
}

export async function waitForEnd(api: Api, runId: string): Promise<void> {
  await expect
    .poll(async () => (await readRun(api, runId)).status, { message: `${runId} finishes`, timeout: 150_000 })
    .toBe('finished');
}

/** The seed measures a serial baseline once; a parallel run needs what it found. */
export async function waitForDiagnosis(api: Api): Promise<void> {
  await expect
    .poll(
      async () => (await api.get<List<RunView>>('/api/v1/runs?kind=serialBaseline')).items.at(-1)?.status,
      {
        message: 'the seeded serial baseline finishes',
        timeout: 150_000,
      },
    )
    .toBe('finished');
}

/** The seeded agent may run in parallel once its own serial baseline is diagnosed. */
export async function waitForOfficeDiagnosis(api: Api): Promise<void> {
  const isOffice = ({ experimentName, status }: RunView) =>
    experimentName === BACK_OFFICE_BASELINE && status === 'finished';
  await expect
    .poll(
      async () => (await api.get<List<RunView>>('/api/v1/runs?kind=serialBaseline')).items.some(isOffice),
      {
        message: 'the serial baseline of the back office finishes',
        timeout: 300_000,
      },
    )
    .toBe(true);
}

function named<Item extends { readonly name: string }>(items: readonly Item[], name: string): Item {
  const found = items.find((item) => item.name === name);
  if (found === undefined) throw new Error(`The seed made nothing that is called ${name}.`);
  return found;
}

/**
 * A finished parallel run on the bundled split whose best prompt the confirmation examples have scored, as promotion asks.
 * They open once for one prompt, so all journeys promote that of the one run that opened them.
 */
export async function confirmedRun(api: Api): Promise<string> {
  await waitForDiagnosis(api);
  const runId = (await openedFor(api)) ?? (await openConfirmation(api));
  await expect
    .poll(async () => (await api.get<ConfirmationView>(confirmationOf(runId))).state, { timeout: 120_000 })
    .toBe('scored');
  return runId;
}

const confirmationOf = (runId: string) => `/api/v1/runs/${runId}/confirmation`;
const openedFor = async (api: Api) => (await bundledSplit(api)).confirmationOpening?.runId;

async function openConfirmation(api: Api): Promise<string> {
  const { id } = await makeExperiment(api, { name: 'To be promoted', pace: 'fast' });
  const run = await startRun(api, { experimentId: id, kind: 'combee', label: 'Combee', seed: 5 });
  await waitForEnd(api, run.id);
  const status = (await api.send('POST', confirmationOf(run.id))).status();
  // Another journey may have been faster.
  return status === 201 ? run.id : ((await openedFor(api)) ?? run.id);
}
