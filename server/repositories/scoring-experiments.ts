import type { ScoringKind } from '@/lib/domain/scoring';
import { db } from '@/server/db/client';

const NEWEST = 200;

/** The newest experiments whose task is scored in one of these ways. */
export function listScoringExperiments(workspaceId: string, kinds: readonly ScoringKind[]) {
  return db().experiment.findMany({
    where: {
      ...{ workspaceId, archivedAt: null },
      OR: kinds.map((kind) => ({ task: { scoring: { path: ['kind'], equals: kind } } })),
    },
    select: { id: true, config: true, task: { select: { id: true, name: true, scoring: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: NEWEST,
  });
}
