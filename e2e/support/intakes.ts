import type { ExperimentView } from '@/lib/contracts/experiments';
import type { IntakeView } from '@/lib/contracts/intakes';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { IntakeAnswers } from '@/lib/domain/intake';
import type { Api } from './api';

/**
 * Guided set-ups, half done and complete. Offered values are accepted; only open questions are answered here.
 */

export interface Intakes {
  /** Half answered, with a fault, a changed default without a reason, and offers not yet accepted. */
  readonly draftId: string;
  /** Became an experiment and is read-only. */
  readonly decidedId: string;
  readonly experimentId: string;
}

const TASK: IntakeAnswers = {
  inputShape: 'A question with the figures that it needs.',
  outputShape: 'One number, with two decimals.',
  metricDirection: 'higher',
  metricLow: 0,
  metricHigh: 100,
  metricUnit: '% right',
};

const REST: IntakeAnswers = {
  hardwareCount: 2,
  hardwareMemoryGb: 16,
  hardwareNetwork: 'loopback',
  hardwareSharing: 'share',
  rollouts: 5_000,
  tokens: 1_000_000_000,
  gpuSeconds: 'notMeasured',
  deadlineMinutes: 600,
  binding: 'rollouts',
  owner: 'The evaluation team',
  usedToTune: false,
  failureSentence: 'An analyst quotes a wrong ratio to a customer.',
  failureLevel: 'high',
  settings: { lanes: 32 },
};

const HALF_WAY: IntakeAnswers = {
  ...{ baselineScore: 0.62, baselineSplit: 'train', rollouts: 40, settings: { lanes: 128 } },
  ...{ serialVersion: undefined, hardwareType: undefined, hardwareNetwork: undefined },
  ...{ tokens: undefined, deadlineMinutes: undefined, owner: undefined, usedToTune: undefined },
  ...{ failureSentence: undefined, failureLevel: undefined },
};

export async function makeIntakes(api: Api): Promise<Intakes> {
  const runs = await api.get<{ items: RunView[] }>('/api/v1/runs?kind=serialBaseline&status=finished');
  const answers: IntakeAnswers = { ...TASK, serialRunId: runs.items.at(-1)?.id };
  const begun = await begin(api, 'Ratios for analysts, set up with care', { ...answers, ...REST });
  const decided = await save(api, await takeOffers(api, begun), {
    'R-200': 'The serial record of this task is one of ACE.',
    'R-202': 'Thirty-two lanes are what the provider was seen to carry.',
  });
  const experiment = await api.post<ExperimentView>(`/api/v1/intakes/${decided.id}/experiment`, {});
  const draft = await begin(api, 'Ratios for analysts, the second year', { ...decided.answers, ...HALF_WAY });
  return { draftId: draft.id, decidedId: decided.id, experimentId: experiment.id };
}

const begin = (api: Api, name: string, answers: IntakeAnswers) =>
  api.post<IntakeView>('/api/v1/intakes', { name, answers });

/** A known answer can lead to the next offer. */
async function takeOffers(api: Api, intake: IntakeView): Promise<IntakeView> {
  const offered = intake.suggestions.map(({ field, value }) => [field, value]);
  if (offered.length === 0) return intake;
  const answers = { ...intake.answers, ...Object.fromEntries(offered) };
  return takeOffers(api, await save(api, { ...intake, answers }, intake.reasons));
}

async function save(
  api: Api,
  { id, name, revision, answers }: IntakeView,
  reasons: Readonly<Record<string, string | undefined>>,
): Promise<IntakeView> {
  const saved = await api.send('PUT', `/api/v1/intakes/${id}`, { name, revision, answers, reasons });
  if (!saved.ok()) throw new Error(`The set-up was not saved: ${await saved.text()}`);
  return saved.json();
}
