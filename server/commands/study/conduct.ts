import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ApiClient, ApiFault, type RunAnswer } from '../support/api-client';
import { practiceModels } from '../support/practice-models';
import { runName, type StudyArm, type StudyProtocol } from './protocol';

/**
 * Executes a registered study over the API of an instance. Each finished step is saved, and runs are known by
 * their labels, so that the same command resumes after an interruption: an answered call is never paid again.
 */
export interface Progress {
  /** The port of a practice model: its address is pinned in every manifest. */
  readonly practicePort?: number;
  readonly splitId?: string;
  readonly taskId?: string;
  /** Experiments by purpose. */
  readonly experiments?: Readonly<Record<'pinned' | 'serial' | 'dynamic', string>>;
  /** How often the study was resumed. */
  readonly resumed: number;
  /** Runs by their names in the bundle. */
  readonly runs: Readonly<Record<string, string>>;
  readonly deviations: readonly string[];
}

export interface Conduct {
  readonly api: ApiClient;
  readonly protocol: StudyProtocol;
  readonly files: { readonly train: string; readonly heldOut: string };
  /** A real endpoint; null = the instance's own practice model. */
  readonly endpoint: Endpoint | null;
  readonly say: (line: string) => void;
  readonly load: () => Progress;
  readonly save: (progress: Progress) => void;
}

export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly contextTokens: number;
}

const LOOK_MS = 1_000;
const REASON = 'An arm of a registered study: every arm at the registered size.';

export async function conductStudy(conduct: Conduct): Promise<Progress> {
  const { protocol, say, load } = conduct;
  await prepare(conduct);
  const baseline = await started(conduct, 'diagnosis', 'serial', {
    kind: 'serialBaseline',
    seed: protocol.seeds[0],
  });
  for (const seed of protocol.seeds) {
    for (const arm of protocol.arms.filter((one) => one !== 'controller')) {
      const body = { kind: 'comparisonPoint', seed, ...armSettings(arm, protocol.batchSize) };
      const ended = await untilOver(conduct, await started(conduct, runName(arm, seed), 'pinned', body));
      say(`${runName(arm, seed)}: ${ended.status}`);
    }
  }
  const diagnosis = await untilOver(conduct, baseline);
  if (diagnosis.status !== 'finished') deviate(conduct, `The serial diagnosis ended as ${diagnosis.status}.`);
  if (protocol.arms.includes('controller')) {
    for (const seed of protocol.seeds) await controller(conduct, seed);
  }
  return load();
}

function armSettings(arm: Exclude<StudyArm, 'controller'>, size: number): object {
  const batch = { kind: 'static', size: arm === 'serial' ? 1 : size, reason: REASON };
  return { aggregation: { kind: arm === 'combee' ? 'combee' : 'naive' }, batch };
}

/** Refused by a state or a rule, such as a diagnosis that says no or too few held-out examples. */
const REFUSED = [409, 422];

/** Needs a serial diagnosis that says go; otherwise the arm is missing and listed as a deviation. */
async function controller(conduct: Conduct, seed: number): Promise<void> {
  const name = runName('controller', seed);
  try {
    const ended = await untilOver(conduct, await started(conduct, name, 'dynamic', { kind: 'combee', seed }));
    conduct.say(`${name}: ${ended.status}`);
  } catch (error) {
    if (!(error instanceof ApiFault) || !REFUSED.includes(error.status)) throw error;
    deviate(conduct, `${name} was not run: ${refusalIn(error.message)}`);
  }
}

function refusalIn(message: string): string {
  return /"detail":"([^"]+)"/.exec(message)?.[1] ?? 'the start was refused.';
}

function deviate({ load, save, say }: Conduct, sentence: string): void {
  const progress = load();
  if (progress.deviations.includes(sentence)) return;
  save({ ...progress, deviations: [...progress.deviations, sentence] });
  say(sentence);
}

/** The run of this name, started if necessary. Its label finds it if the progress file lost it. */
async function started(
  { api, load, save }: Conduct,
  name: string,
  purpose: 'pinned' | 'serial' | 'dynamic',
  body: object,
): Promise<string> {
  const progress = load();
  const known = progress.runs[name];
  if (known !== undefined) return known;
  const experimentId = progress.experiments?.[purpose] ?? '';
  const query = `experimentId=${experimentId}&search=${encodeURIComponent(name)}`;
  const { items } = await api.get<{ items: { id: string; label: string }[] }>(`/api/v1/runs?${query}`);
  const found = items.find(({ label }) => label === name);
  const { id } = found ?? (await api.post<RunAnswer>('/api/v1/runs', { ...body, experimentId, label: name }));
  save({ ...progress, runs: { ...progress.runs, [name]: id } });
  return id;
}

async function untilOver({ api, say }: Conduct, runId: string): Promise<RunAnswer> {
  for (let told = ''; ; ) {
    const run = await api.get<RunAnswer>(`/api/v1/runs/${runId}`);
    if (['finished', 'stopped', 'failed'].includes(run.status)) return run;
    const now = run.status === 'paused' ? `A run is paused: ${run.statusReason ?? 'no reason given'}` : '';
    if (run.status === 'paused' && now !== told) {
      say(now);
      await api.post(`/api/v1/runs/${runId}/control`, { action: 'resume' });
    }
    told = now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Creates data set, split, task, models and experiments, once. */
async function prepare(conduct: Conduct): Promise<void> {
  const { api, protocol, files, load, save } = conduct;
  if (load().experiments) return;
  const name = `Study ${protocol.registeredAt.slice(0, 19)}`;
  const form = new FormData();
  for (const file of [files.train, files.heldOut])
    form.append('files', new File([readFileSync(file)], path.basename(file)));
  form.append('options', JSON.stringify({ name, preset: protocol.data.preset }));
  const dataset = await api.upload<{ id: string }>('/api/v1/datasets', form);
  const parts = [
    { source: path.basename(files.train), kind: 'counts', counts: protocol.data.counts },
    { source: path.basename(files.heldOut), kind: 'whole', split: 'heldOut' },
  ];
  const split = await api.post<{ id: string }>(`/api/v1/datasets/${dataset.id}/splits`, {
    name: 'Study',
    rule: { kind: 'bySource', parts },
  });
  const scoring = { kind: protocol.data.preset };
  const task = await api.post<{ id: string }>('/api/v1/tasks', { name, scoring });
  const common = { taskId: task.id, splitId: split.id, lanes: protocol.lanes, epochs: protocol.epochs };
  const method = { name: protocol.method };
  const experiment = async (purpose: string, settings: object) => {
    const body = { ...common, method, name: `${purpose} ${name}`, ...settings };
    return (await api.post<{ id: string }>('/api/v1/experiments', body)).id;
  };
  const models = await studyModels(conduct, name);
  const experiments = {
    pinned: await experiment('Arms', { models: models.pinned }),
    serial: await experiment('Diagnosis', { models: models.pinned, epochs: Math.max(2, protocol.epochs) }),
    dynamic: await experiment('Controller', { models: models.dynamic }),
  };
  save({ ...load(), splitId: split.id, taskId: task.id, experiments });
}

/** A practice model answers at once, except for the controller, which cannot choose without delays. */
async function studyModels({ api, protocol, endpoint }: Conduct, name: string) {
  const { lanes } = protocol;
  if (endpoint === null) {
    const quick = { name: `${name}, no delays`, timeScale: 'off', concurrency: lanes };
    const slow = { name: `${name}, delays / 100`, timeScale: '100', concurrency: lanes };
    return { pinned: await practiceModels(api, quick), dynamic: await practiceModels(api, slow) };
  }
  const { contextTokens, ...address } = endpoint;
  const hardware = `${protocol.endpoint.model} at ${protocol.endpoint.origin}`;
  const provider = await api.post<{ id: string }>('/api/v1/providers', {
    ...address,
    ...{ name, hardware, concurrency: lanes },
  });
  const { model, proposer } = protocol.endpoint;
  for (const id of new Set([model, proposer]))
    await api.put(`/api/v1/providers/${provider.id}/models`, { name: id, contextTokens });
  const choice = (id: string) => ({ providerId: provider.id, model: id });
  const models = { serving: choice(model), proposer: choice(proposer), evaluator: choice(proposer) };
  return { pinned: models, dynamic: models };
}
