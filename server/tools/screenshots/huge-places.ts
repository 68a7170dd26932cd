import type { Api } from '@/e2e/support/api';
import { type Place, runPlaces } from '@/e2e/support/pages';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { RunView } from '@/lib/contracts/run-shapes';

/** As many as a comparison takes. */
const COMPARED_MAX = 10;

/** The pages that a thousand runs and one very long one are read on. */
export async function hugePlaces(api: Api): Promise<readonly Place[]> {
  const { items } = await api.get<{ items: ExperimentView[] }>(
    '/api/v1/experiments?limit=100&q=Seeded%20huge',
  );
  const finished = await Promise.all(items.map(({ id }) => measuredRuns(api, id)));
  const [most = []] = finished.toSorted((a, b) => b.length - a.length);
  const [long] = finished.flat().toSorted((a, b) => b.summary.rollouts - a.summary.rollouts);
  const compared = most.slice(0, COMPARED_MAX);
  const [first] = compared;
  if (first === undefined || compared.length < 2)
    throw new Error('Nothing huge is there: run npm run seed -- huge first.');
  const experiment = `/experiments/${first.experimentId}`;
  return [
    { name: 'huge-overview', path: '/' },
    { name: 'huge-experiments', path: '/experiments' },
    { name: 'huge-experiment', path: experiment },
    { name: 'huge-difference', path: `${experiment}/difference` },
    { name: 'huge-compare', path: `/compare?runs=${compared.map(({ id }) => id).join(',')}` },
    { name: 'huge-datasets', path: '/datasets' },
    { name: 'huge-diagnoses', path: '/diagnoses' },
    { name: 'huge-jobs', path: '/jobs' },
    { name: 'huge-audit', path: '/settings?tab=audit' },
    ...(long === undefined ? [] : runPlaces('huge', long.id)),
  ];
}

/** Newest first. */
async function measuredRuns(api: Api, experimentId: string): Promise<readonly RunView[]> {
  const { items } = await api.get<{ items: RunView[] }>(
    `/api/v1/runs?limit=200&status=finished&experimentId=${experimentId}`,
  );
  return items.filter(({ summary }) => summary.lastScore !== null);
}
