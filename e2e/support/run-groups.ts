import type { RunGroupView } from '@/lib/contracts/run-groups';
import type { Api } from './api';
import { makeExperiment, smallSplit } from './experiments';

/** Two tasks launched together, each on a split with held-out examples of its own, small enough to end soon. */
export async function launchSmallGroup(api: Api): Promise<RunGroupView> {
  const experimentIds: string[] = [];
  for (const name of ['First of two tasks', 'Second of two tasks']) {
    const { id } = await makeExperiment(api, { name, pace: 'fast', splitId: (await smallSplit(api)).id });
    experimentIds.push(id);
  }
  return api.post('/api/v1/run-groups', {
    shape: 'task',
    experimentIds,
    reason: 'Neither task has a serial diagnosis of its own yet.',
    rejectedShapes: [
      { shape: 'candidate', reason: 'There are two tasks to be learned at once.' },
      { shape: 'hybrid', reason: 'No serial diagnosis says go for either of them.' },
    ],
    seed: 4,
  });
}
