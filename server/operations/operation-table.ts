import type { Operation } from '@/lib/contracts/operation';
import { invariant } from '@/lib/errors/invariant';
import type { Served } from '@/server/http/serve';

/**
 * The one table of operations: a contract (id, method, path, permission, scope, schemas) in each row, and the service
 * that performs it. An area holds the rows of its addresses and is loaded at the first request for one of them, so that
 * a process pays only for the services that it is asked for.
 */
interface Area {
  readonly served: readonly Served[];
}

/** By the first segment of an address after `/api/v1`. */
export const AREAS: Readonly<Record<string, () => Promise<Area>>> = {
  agents: () => import('./agents'),
  audit: () => import('./audit'),
  'background-work': () => import('./jobs'),
  canaries: () => import('./canaries'),
  claims: () => import('./experiments'),
  combee: () => import('./runs'),
  commands: () => import('./jobs'),
  comparisons: () => import('./comparisons'),
  datasets: () => import('./datasets'),
  diagnoses: () => import('./diagnoses'),
  evaluations: () => import('./diagnoses'),
  experiments: () => import('./experiments'),
  health: () => import('./installation'),
  'imported-runs': () => import('./imported-runs'),
  imports: () => import('./datasets'),
  intakes: () => import('./intakes'),
  jobs: () => import('./jobs'),
  keys: () => import('./people'),
  me: () => import('./people'),
  mentions: () => import('./reports'),
  metrics: () => import('./installation'),
  notices: () => import('./webhooks'),
  'openapi.json': () => import('./installation'),
  pareto: () => import('./comparisons'),
  people: () => import('./people'),
  privacy: () => import('./experiments'),
  providers: () => import('./providers'),
  rehearsal: () => import('./rehearsal'),
  reports: () => import('./reports'),
  rollouts: () => import('./rollouts'),
  'run-groups': () => import('./sweeps'),
  'run-plans': () => import('./run-plans'),
  'run-totals': () => import('./runs'),
  runs: () => import('./runs'),
  'saved-views': () => import('./lists'),
  search: () => import('./lists'),
  slots: () => import('./slots'),
  splits: () => import('./datasets'),
  sweeps: () => import('./sweeps'),
  tags: () => import('./lists'),
  tasks: () => import('./datasets'),
  traces: () => import('./traces'),
  'trace-facets': () => import('./traces'),
  'traces-to-judge': () => import('./traces'),
  'trace-policy': () => import('./traces'),
  'trace-storage': () => import('./traces'),
  'trace-evaluators': () => import('./traces'),
  'trace-scorings': () => import('./traces'),
  truths: () => import('./experiments'),
  webhooks: () => import('./webhooks'),
};

/** The row of an operation. */
export async function servedOf(operation: Operation): Promise<Served> {
  const area = await AREAS[segmentOf(operation)]?.();
  const served = area?.served.find((row) => row.operation.id === operation.id);
  invariant(served !== undefined, `No service is bound to the operation ${operation.id}`);
  return served;
}

function segmentOf({ path }: Operation): string {
  return path.replace(/^\/api\/(v1\/)?/, '').split('/')[0] ?? '';
}
