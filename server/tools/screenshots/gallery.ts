import type { Api } from '@/e2e/support/api';
import { chartScenes, longChartScenes } from '@/e2e/support/chart-scenes';
import { ENVIRONMENT_SCENES } from '@/e2e/support/environment-scenes';
import { FORM_SCENES, LONG_FORM_SCENES } from '@/e2e/support/form-scenes';
import { livePlaces, liveScenesOf } from '@/e2e/support/live-scenes';
import { type Place, placesOf, runDialogsOf, runPlaces, type Scene, whatIsThere } from '@/e2e/support/pages';
import { promotionPlaces, promotionScenes, WEBHOOK_SCENES } from '@/e2e/support/promotion-scenes';
import { longScenesOf, scenesOf } from '@/e2e/support/scenes';
import type { Showcase } from '@/e2e/support/showcase';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { SweepView } from '@/lib/contracts/sweeps';

/** The pages of a workspace in use. */
export interface Gallery {
  /** Taken first, while that scenario's run is in progress, which lasts minutes. */
  readonly live: Pick<Gallery, 'inSight' | 'whole'>;
  /** Overlays: only the visible part of the page is captured. */
  readonly inSight: readonly Scene[];
  readonly whole: readonly (Place | Scene)[];
}

/** Scenarios shown in addition to the showcase; the one in progress is seeded last. */
export const SCENARIO_NAMES = [
  'failed-canary',
  'first-run',
  'sweep',
  'collapsed',
  'trajectories',
  'live-run',
] as const;

/** Pages of the scenario `trajectories`. */
const ROLLOUT_PLACES: readonly Place[] = [
  { name: 'rollout', path: '/rollouts/ro_seededafter001' },
  { name: 'rollout-long', path: '/rollouts/ro_seededlong0001?q=TimeoutError' },
  { name: 'rollout-markup', path: '/rollouts/ro_seededmarkup01' },
  { name: 'rollout-invalid', path: '/rollouts/ro_seededinvalid1' },
  { name: 'rollout-empty', path: '/rollouts/ro_seededempty001' },
  { name: 'rollout-judged', path: '/rollouts/ro_seededjudged01' },
  { name: 'rollouts-compared', path: '/rollouts/compare?a=ro_seededbefore01&b=ro_seededafter001' },
];

export async function galleryOf(api: Api, showcase: Showcase): Promise<Gallery> {
  const { experimentId, armIds, canaryId, draftedCanaryId, promotions, intakes } = showcase;
  const there = await whatIsThere(api);
  const shown = { ...there, experimentId, canaryId, runIds: armIds, intakeId: intakes.draftId };
  const profiledRunId = (await runOf(api, 'first-run')) ?? armIds[0] ?? '';
  const liveRunId = await runOf(api, 'live-run');
  if (liveRunId === undefined) throw new Error('The scenario live-run left no run.');
  return {
    live: { inSight: liveScenesOf(liveRunId), whole: livePlaces(liveRunId) },
    inSight: [
      ...scenesOf(showcase, shown.datasetId),
      ...runDialogsOf(shown, showcase.groupRunId),
      ...FORM_SCENES,
      ...promotionScenes(promotions, draftedCanaryId),
      ...WEBHOOK_SCENES,
      ...chartScenes(profiledRunId),
    ],
    whole: [
      ...placesOf(shown),
      { name: 'canary-draft', path: `/canaries/${draftedCanaryId}` },
      ...promotionPlaces(promotions),
      { name: 'intake-decided', path: `/intakes/${intakes.decidedId}?step=review` },
      { name: 'experiment-guided', path: `/experiments/${intakes.experimentId}` },
      { name: 'imported-run', path: `/imported-runs/${showcase.importedRunId}` },
      { name: 'report-shared', path: showcase.sharedPath },
      { name: 'run-search', path: `/runs/${showcase.searchRunId}?tab=search` },
      { name: 'run-prompt', path: `/runs/${showcase.searchRunId}?tab=prompt` },
      ...longScenesOf(showcase),
      ...longChartScenes(profiledRunId),
      ...LONG_FORM_SCENES,
      ...ENVIRONMENT_SCENES,
      ...(await scenarioPlaces(api)),
      ...ROLLOUT_PLACES,
      ...runPlaces('faulty', showcase.faultyRunId),
      ...runPlaces('broken', showcase.brokenRunId),
    ],
  };
}

async function scenarioPlaces(api: Api): Promise<readonly Place[]> {
  const sweeps = await api.get<{ items: SweepView[] }>('/api/v1/sweeps?limit=100');
  const sweep = sweeps.items.find(({ name }) => name.startsWith('Seeded sweep'));
  const collapsed = await runsOf(api, 'collapsed');
  const first = await runOf(api, 'first-run');
  return [
    ...(sweep ? [{ name: 'seeded-sweep', path: `/sweeps/${sweep.id}` }] : []),
    ...(first ? runPlaces('first-run', first) : []),
    ...(collapsed[0] ? runPlaces('collapsed', collapsed[0].id) : []),
    ...(collapsed.length < 2
      ? []
      : [{ name: 'compare-collapsed', path: `/compare?runs=${collapsed.map(({ id }) => id).join(',')}` }]),
  ];
}

const runOf = async (api: Api, scenario: string) => (await runsOf(api, scenario))[0]?.id;

/** Newest first. */
async function runsOf(api: Api, scenario: string): Promise<readonly RunView[]> {
  const name = `Seeded ${scenario}:`;
  const found = await api.get<{ items: ExperimentView[] }>(
    `/api/v1/experiments?limit=100&q=${encodeURIComponent(name)}`,
  );
  const experiment = found.items.find((one) => one.name.startsWith(name));
  if (experiment === undefined) return [];
  const runs = await api.get<{ items: RunView[] }>(`/api/v1/runs?experimentId=${experiment.id}`);
  return runs.items;
}
