import { expect, type Page } from '@playwright/test';
import type { RunView } from '@/lib/contracts/run-shapes';
import { INTAKE_STEPS } from '@/lib/domain/intake';
import type { Api } from './api';
import { bundledSplit } from './experiments';

/** Every page of the product, for checks that apply to all: readable and accessible on any screen. */

export interface Place {
  readonly name: string;
  readonly path: string;
}

/** A place that needs a press or a choice to show its content. */
export interface Scene extends Place {
  readonly arrange: (page: Page) => Promise<void>;
}

export interface Shown {
  readonly experimentId: string;
  readonly datasetId: string;
  readonly runIds: readonly string[];
  /** Left out if no runs were launched together yet. */
  readonly groupId?: string;
  /** Left out if no sweep was launched yet. */
  readonly sweepId?: string;
  readonly reportId?: string;
  readonly diagnosisId?: string;
  /** Left out if no guided set-up was begun yet. */
  readonly intakeId?: string;
  /** Left out if no slot was made yet. */
  readonly slotId?: string;
  /** Left out if no canary was drafted yet. */
  readonly canaryId?: string;
}

export const OUTSIDE: readonly Place[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'shared-unknown', path: '/shared/nothing' },
];

export function placesOf(shown: Shown): readonly Place[] {
  const { experimentId, datasetId, runIds, groupId, sweepId, diagnosisId, intakeId, reportId } = shown;
  const run = `/runs/${runIds[0]}`;
  return [
    { name: 'overview', path: '/' },
    { name: 'tour', path: '/tour' },
    { name: 'tour-refusal', path: '/tour/refusals?step=R-190' },
    { name: 'experiments', path: '/experiments' },
    { name: 'experiments-none', path: '/experiments?q=nothing-is-called-this' },
    { name: 'experiment', path: `/experiments/${experimentId}` },
    { name: 'experiment-difference', path: `/experiments/${experimentId}/difference` },
    { name: 'experiment-new', path: '/experiments/new' },
    { name: 'run-groups', path: '/run-groups' },
    ...(groupId === undefined ? [] : [{ name: 'run-group', path: `/run-groups/${groupId}` }]),
    { name: 'imported-runs', path: '/imported-runs' },
    { name: 'imported-run-import', path: '/imported-runs/import' },
    { name: 'diagnoses', path: '/diagnoses' },
    ...(diagnosisId === undefined ? [] : [{ name: 'diagnosis', path: `/diagnoses/${diagnosisId}` }]),
    { name: 'intakes', path: '/intakes' },
    ...(intakeId === undefined
      ? []
      : INTAKE_STEPS.map((step) => ({ name: `intake-${step}`, path: `/intakes/${intakeId}?step=${step}` }))),
    { name: 'reports', path: '/reports' },
    { name: 'reviews', path: '/reviews' },
    ...(reportId === undefined ? [] : [{ name: 'report', path: `/reports/${reportId}` }]),
    { name: 'runs', path: '/runs' },
    { name: 'runs-none', path: '/runs?q=nothing-is-called-this' },
    { name: 'search', path: '/search' },
    { name: 'search-hits', path: '/search?q=answer' },
    { name: 'search-none', path: '/search?q=nothingsaysthis' },
    { name: 'sweeps', path: '/sweeps' },
    ...(sweepId === undefined ? [] : [{ name: 'sweep', path: `/sweeps/${sweepId}` }]),
    { name: 'pareto', path: '/pareto' },
    { name: 'pareto-runs', path: '/pareto?by=run&delay=total' },
    ...servingPlaces(shown),
    { name: 'run', path: run },
    { name: 'run-iterations', path: `${run}?tab=iterations` },
    { name: 'run-playbook', path: `${run}?tab=prompt` },
    { name: 'run-diff', path: `${run}?tab=prompt&view=bullets` },
    { name: 'run-rollouts', path: `${run}?tab=rollouts` },
    { name: 'run-timeline', path: `${run}?tab=timeline` },
    { name: 'run-scheduling', path: `${run}?tab=scheduling` },
    { name: 'run-diversity', path: `${run}?tab=diversity` },
    { name: 'run-survival', path: `${run}?tab=survival` },
    { name: 'run-cost', path: `${run}?tab=cost` },
    { name: 'run-ledger', path: `${run}?tab=ledger` },
    { name: 'run-manifest', path: `${run}?tab=manifest` },
    { name: 'compare', path: `/compare?runs=${runIds.join(',')}` },
    { name: 'agents', path: '/agents' },
    { name: 'agent-new', path: '/agents/new' },
    { name: 'agent-connect', path: '/agents/connect' },
    { name: 'datasets', path: '/datasets' },
    { name: 'dataset', path: `/datasets/${datasetId}` },
    { name: 'dataset-examples', path: `/datasets/${datasetId}?tab=examples` },
    { name: 'dataset-import', path: '/datasets/import' },
    { name: 'traces', path: '/traces' },
    { name: 'traces-judge', path: '/traces/judge' },
    { name: 'traces-learn', path: '/traces/learn' },
    { name: 'traces-score', path: '/traces/score' },
    pressed('traces-import-dialog', '/traces', 'Import files'),
    { name: 'dataset-tasks', path: '/datasets/import/tasks' },
    { name: 'notices', path: '/notices' },
    { name: 'jobs', path: '/jobs' },
    { name: 'jobs-none', path: '/jobs?kind=probe&state=paused' },
    { name: 'settings-models', path: '/settings' },
    { name: 'settings-keys', path: '/settings?tab=keys' },
    { name: 'settings-webhooks', path: '/settings?tab=webhooks' },
    { name: 'settings-traces', path: '/settings?tab=traces' },
    { name: 'settings-audit', path: '/settings?tab=audit' },
    { name: 'settings-people', path: '/settings?tab=people' },
    { name: 'settings-profile', path: '/settings?tab=profile' },
    { name: 'help', path: '/docs' },
    { name: 'help-found', path: '/docs?q=interval' },
    { name: 'help-page', path: '/docs/how-it-works' },
    { name: 'api-reference', path: '/docs/api' },
    { name: 'rules', path: '/docs/rules' },
    { name: 'rules-none', path: '/docs/rules?q=nothing-says-this' },
    { name: 'sign-out', path: '/sign-out' },
    { name: 'not-found', path: '/nowhere' },
  ];
}

function servingPlaces({ slotId, canaryId }: Shown): readonly Place[] {
  return [
    { name: 'slots', path: '/slots' },
    { name: 'canaries', path: '/canaries' },
    ...(slotId === undefined ? [] : [{ name: 'slot', path: `/slots/${slotId}` }]),
    ...(canaryId === undefined ? [] : [{ name: 'canary', path: `/canaries/${canaryId}` }]),
  ];
}

/** Pages of one run, one group or one experiment, which a test has to create first. */
export const isAboutRuns = ({ path }: Place) =>
  /^\/(runs|run-groups|experiments)\/(?!new)|^\/compare/.test(path);

/**
 * The dialogs of a finished parallel run; `sealedRunId`: a run on a split whose confirmation examples are
 * sealed.
 */
export function runDialogsOf({ runIds }: Pick<Shown, 'runIds'>, sealedRunId = runIds[0]): readonly Scene[] {
  const run = `/runs/${runIds[0]}`;
  return [
    pressed('run-readiness-dialog', run, 'Measure readiness'),
    pressed('run-confirmation-dialog', `/runs/${sealedRunId}`, 'Open confirmation'),
    pressed('run-branch-dialog', `${run}?tab=iterations`, 'Branch from here'),
  ];
}

export function pressed(name: string, path: string, button: string): Scene {
  return { name, path, arrange: (page) => press(page, button) };
}

export async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Pages before a newcomer's first press; the only run is the serial baseline measured at the first start. */
export function firstPlaces({ experimentId, datasetId }: Shown): readonly Place[] {
  return [
    { name: 'first-overview', path: '/' },
    { name: 'first-experiments', path: '/experiments' },
    { name: 'first-experiment', path: `/experiments/${experimentId}` },
    { name: 'first-compare', path: '/compare' },
    { name: 'first-datasets', path: '/datasets' },
    { name: 'first-dataset', path: `/datasets/${datasetId}` },
    { name: 'first-jobs', path: '/jobs' },
    { name: 'first-keys', path: '/settings?tab=keys' },
    { name: 'first-people', path: '/settings?tab=people' },
  ];
}

/** Lists that are empty for a newcomer. */
export function emptyPlaces(): readonly Place[] {
  return [
    { name: 'empty-run-groups', path: '/run-groups' },
    { name: 'empty-imported-runs', path: '/imported-runs' },
    { name: 'empty-intakes', path: '/intakes' },
    { name: 'empty-reports', path: '/reports' },
    { name: 'empty-sweeps', path: '/sweeps' },
    { name: 'empty-slots', path: '/slots' },
    { name: 'empty-canaries', path: '/canaries' },
    { name: 'empty-reviews', path: '/reviews' },
    { name: 'empty-notices', path: '/notices' },
    { name: 'empty-webhooks', path: '/settings?tab=webhooks' },
  ];
}

/** The parts of one more run, for content that only a run of this kind shows. */
export function runPlaces(kind: string, runId: string): readonly Place[] {
  const run = `/runs/${runId}`;
  return [
    { name: `${kind}-run`, path: run },
    { name: `${kind}-iterations`, path: `${run}?tab=iterations` },
    { name: `${kind}-playbook`, path: `${run}?tab=prompt` },
    { name: `${kind}-rollouts`, path: `${run}?tab=rollouts` },
    { name: `${kind}-timeline`, path: `${run}?tab=timeline` },
    { name: `${kind}-scheduling`, path: `${run}?tab=scheduling` },
    { name: `${kind}-diversity`, path: `${run}?tab=diversity` },
    { name: `${kind}-survival`, path: `${run}?tab=survival` },
    { name: `${kind}-cost`, path: `${run}?tab=cost` },
  ];
}

/** For a machine that is busy with other work as well. */
const PATIENCE = { timeout: 120_000 };

/** Opens the page and waits until nothing on it is loading any more. */
export async function visit(page: Page, place: Place): Promise<void> {
  await page.goto(place.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(PATIENCE);
  await expect(page.locator('.animate-breathe')).toHaveCount(0, PATIENCE);
}

/** Everything to show: the newest experiment, the bundled set, and up to five finished runs. */
export async function whatIsThere(api: Api): Promise<Shown> {
  const runs = await api.get<{ items: RunView[] }>('/api/v1/runs?status=finished&limit=5');
  const [newest] = runs.items;
  if (newest === undefined) throw new Error('No run has finished yet.');
  const sweeps = await api.get<{ items: { id: string }[] }>('/api/v1/sweeps?limit=1');
  const intakes = await api.get<{ items: { id: string }[] }>('/api/v1/intakes?limit=1');
  const groups = await api.get<{ items: { id: string }[] }>('/api/v1/run-groups?limit=1');
  const reports = await api.get<{ items: { id: string }[] }>('/api/v1/reports?limit=1');
  const diagnoses = await api.get<{ items: { id: string }[] }>('/api/v1/diagnoses?limit=1');
  const slots = await api.get<{ items: { id: string }[] }>('/api/v1/slots?limit=1');
  const canaries = await api.get<{ items: { id: string }[] }>('/api/v1/canaries?limit=1');
  return {
    experimentId: newest.experimentId,
    datasetId: (await bundledSplit(api)).datasetId,
    runIds: runs.items.map((run) => run.id),
    ...(groups.items[0] ? { groupId: groups.items[0].id } : {}),
    ...(sweeps.items[0] ? { sweepId: sweeps.items[0].id } : {}),
    ...(reports.items[0] ? { reportId: reports.items[0].id } : {}),
    ...(diagnoses.items[0] ? { diagnosisId: diagnoses.items[0].id } : {}),
    ...(intakes.items[0] ? { intakeId: intakes.items[0].id } : {}),
    ...(slots.items[0] ? { slotId: slots.items[0].id } : {}),
    ...(canaries.items[0] ? { canaryId: canaries.items[0].id } : {}),
  };
}
