import type { TraceStorageView } from '@/lib/contracts/trace-storage';
import type { Actor } from '@/lib/domain/actor';
import { ledgerPool } from '@/server/ledger/pool';
import { listTraceRemovals, sumKeptTraces } from '@/server/repositories/trace-storage';

const REMOVALS = 5;

/** Traces that the workspace keeps now, and the last rounds of retention that removed some. */
export async function readTraceStorage({ workspaceId }: Actor<'read'>): Promise<TraceStorageView> {
  const [kept, removals] = await Promise.all([
    sumKeptTraces(ledgerPool(), workspaceId),
    listTraceRemovals(ledgerPool(), { workspaceId, limit: REMOVALS }),
  ]);
  return {
    ...kept,
    oldestReceivedAt: kept.oldestReceivedAt?.toISOString() ?? null,
    removals: removals.map(({ at, detail }) => ({ at: at.toISOString(), ...detail })),
  };
}
