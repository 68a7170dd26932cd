import type { ExperimentView, ListExperimentsInput } from '@/lib/contracts/experiments';
import type { Actor } from '@/lib/domain/actor';
import { getExperimentRow, listExperimentRows } from '@/server/repositories/experiments';
import { cutPage } from '@/server/repositories/keyset';
import { experimentView } from './experiment-view';

export async function listExperiments(
  actor: Actor<'read'>,
  input: ListExperimentsInput,
): Promise<{ items: ExperimentView[]; nextCursor: string | null }> {
  const rows = await listExperimentRows(actor.workspaceId, {
    search: input.search,
    archived: input.archived === 'true',
    tags: input.tags,
    cursor: input.cursor,
    limit: input.limit,
  });
  const { items, nextCursor } = cutPage(rows, input.limit);
  return { items: items.map(experimentView), nextCursor };
}

export async function getExperiment(
  actor: Actor<'read'>,
  input: { readonly experimentId: string },
): Promise<ExperimentView> {
  return experimentView(await getExperimentRow(actor.workspaceId, input.experimentId));
}
