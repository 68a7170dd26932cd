import { expect, type Page } from '@playwright/test';
import type { ProviderView } from '@/lib/contracts/providers';
import type { RunView } from '@/lib/contracts/run-shapes';
import { type Api, apiOf } from './api';
import {
  confirmedRun,
  makeExperiment,
  practiceProvider,
  readRun,
  smallSplit,
  startRun,
  waitForEnd,
} from './experiments';
import { type Intakes, makeIntakes } from './intakes';
import { makePromotions, type Promotions } from './promotions';
import { launchSmallGroup } from './run-groups';
import { type Beside, fillBeside } from './showcase-beside';
import { makeSlot, postPairs } from './slots';

/** A workspace in use, for pictures: arms, a run with faults, one that fails, set-ups, promotions. */

export interface Showcase extends Beside {
  /** Finished runs of one split: three arms, to be read and compared. */
  readonly armIds: readonly string[];
  readonly experimentId: string;
  readonly faultyRunId: string;
  readonly brokenRunId: string;
  /** On a separate small split. */
  readonly groupRunId: string;
  readonly canaryId: string;
  readonly draftedCanaryId: string;
  readonly promotions: Promotions;
  readonly intakes: Intakes;
}

interface Ground {
  readonly api: Api;
  /** Signed in as the owner. */
  readonly page: Page;
  /** Signed in as a person whose account is older than everything they approve. */
  readonly approver: Page;
  readonly baseURL: string;
}

const MANY = 27;
const LONG_NAME =
  'Formula with a very long name, as a careful person writes it who wants to find it again next year';

export async function fillShowcase({ api, page, approver, baseURL }: Ground): Promise<Showcase> {
  for (let index = 1; index <= MANY; index++)
    await makeExperiment(api, { name: `Sweep over duplication, part ${index} of ${MANY}`, pace: 'fast' });
  await addPeopleAndKeys(api);
  const { canaryId, draftedCanaryId, slotId } = await makeSlot(api, 'showcase');
  await postPairs(api, { slotId }, 600);
  const { armIds, experimentId } = await runArms(api);
  const faultyRunId = await runWithFaults(api, 0.45);
  const brokenRunId = await runWithFaults(api, 1);
  const group = await launchSmallGroup(api);
  await waitForEnd(api, faultyRunId);
  await waitForStatus(api, brokenRunId, ['failed', 'stopped', 'finished']);
  for (const { run } of group.tasks) await waitForEnd(api, run.runId);
  const [runId = ''] = armIds;
  const beside = await fillBeside(page, baseURL, runId);
  const promotions = await makePromotions({
    api,
    reviewer: apiOf(approver, baseURL),
    runId: await confirmedRun(api),
  });
  const intakes = await makeIntakes(api);
  const groupRunId = group.tasks[0]?.run.runId ?? '';
  const runIds = { armIds, experimentId, faultyRunId, brokenRunId, groupRunId };
  const made = { ...runIds, canaryId, draftedCanaryId, promotions };
  return { ...made, ...beside, intakes };
}

async function runArms(api: Api): Promise<Pick<Showcase, 'armIds' | 'experimentId'>> {
  const experiment = await makeExperiment(api, { name: LONG_NAME, pace: 'fast' });
  const batch = { kind: 'static', size: 50, reason: 'A pinned size, to compare the two arms.' };
  const arms = [
    { kind: 'combee', label: 'Combee, own sizes' },
    { kind: 'comparisonPoint', label: 'Combee at 50', batch },
    { kind: 'comparisonPoint', label: 'Naive at 50', batch, aggregation: { kind: 'naive' } },
  ];
  const armIds: string[] = [];
  for (const arm of arms) {
    const run = await startRun(api, { experimentId: experiment.id, seed: 5, ...arm });
    await waitForEnd(api, run.id);
    armIds.push(run.id);
  }
  return { armIds, experimentId: experiment.id };
}

/** On a provider that fails this share of the attempts. */
async function runWithFaults(api: Api, share: number): Promise<string> {
  const { baseUrl } = await practiceProvider(api, 'fast');
  const provider = await api.post<ProviderView>('/api/v1/providers', {
    name: `Practice model, ${share * 100} % faults`,
    baseUrl,
    headers: {
      'x-practice-time-scale': '2000',
      'x-practice-faults': String(share),
      'x-practice-fault-kinds': '500,cut-off,malformed,empty',
    },
    hardware: 'practice model on this machine',
    concurrency: 64,
    maxAttempts: 2,
    timeoutMs: 5_000,
  });
  const roles = { serving: 'practice-task', proposer: 'practice-proposer', evaluator: 'practice-judge' };
  for (const name of Object.values(roles))
    await api.send('PUT', `/api/v1/providers/${provider.id}/models`, {
      name,
      usdPerMillionIn: 0.3,
      usdPerMillionOut: 1.2,
    });
  const experiment = await makeExperiment(api, {
    name: `Provider with ${share * 100} % faults`,
    pace: 'fast',
    splitId: (await smallSplit(api)).id,
    settings: {
      batch: { kind: 'static', size: 10, reason: 'Small iterations show where it fails.' },
      models: Object.fromEntries(
        Object.entries(roles).map(([role, model]) => [role, { providerId: provider.id, model }]),
      ),
    },
  });
  return (await startRun(api, { experimentId: experiment.id, kind: 'comparisonPoint', seed: 3 })).id;
}

async function waitForStatus(api: Api, runId: string, among: readonly RunView['status'][]): Promise<void> {
  await expect
    .poll(async () => among.includes((await readRun(api, runId)).status), { timeout: 150_000 })
    .toBe(true);
}

async function addPeopleAndKeys(api: Api): Promise<void> {
  for (const role of ['experimenter', 'reviewer', 'viewer'] as const) {
    await api.post('/api/v1/people', {
      name: `A Person Who ${role === 'viewer' ? 'Looks' : 'Works'} Here`,
      email: `${role}.with.a.rather.long.address@subsidiary.example`,
      role,
    });
    await api.post('/api/v1/keys', { name: `Nightly ${role}`, role, expiresInDays: 30 });
  }
}
