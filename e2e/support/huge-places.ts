import type { ExperimentView } from '@/lib/contracts/experiments';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { Api } from './api';
import { type Place, runPlaces } from './pages';

/** The pages that a thousand runs and one very long one are read on. */
export async function hugePlaces(api: Api): Promise<readonly Place[]> {
  const { items } = await api.get<{ items: ExperimentView[] }>(
    '/api/v1/experiments?limit=100&q=Seeded%20huge',
  );
  const [experiment] = items;
  if (experiment === undefined) throw new Error('Nothing huge is there: run npm run seed -- huge first.');
  const { items: runs } = await api.get<{ items: RunView[] }>('/api/v1/runs?limit=100');
  const long = runs.toSorted((a, b) => b.summary.rollouts - a.summary.rollouts)[0];
  const finished = runs.filter(
    ({ status, experimentId }) => status === 'finished' && experimentId === experiment.id,
  );
  const compared = finished.slice(0, 10).map(({ id }) => id);
  return [
    { name: 'huge-overview', path: '/' },
    { name: 'huge-experiments', path: '/experiments' },
    { name: 'huge-experiment', path: `/experiments/${experiment.id}` },
    { name: 'huge-difference', path: `/experiments/${experiment.id}/difference` },
    { name: 'huge-compare', path: `/compare?runs=${compared.join(',')}` },
    { name: 'huge-datasets', path: '/datasets' },
    { name: 'huge-diagnoses', path: '/diagnoses' },
    { name: 'huge-audit', path: '/settings?tab=audit' },
    ...(long === undefined ? [] : runPlaces('huge', long.id)),
  ];
}
