import { authorize } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import type { SweepRow } from '@/server/repositories/sweeps';
import { steerRuns } from '@/server/services/run-sets/steer-runs';
import { liveRuns } from './cell-state';

/**
 * A run has the sweep's time as its own deadline, but it may have waited in the queue since it got it: whatever still
 * goes once the time is over is stopped.
 */
export async function endPastDeadline(sweep: SweepRow): Promise<void> {
  const { wallMs } = (sweep.settings as { budget: { wallMs: number | null } }).budget;
  if (wallMs === null || Date.now() < sweep.createdAt.getTime() + wallMs) return;
  const { workspaceId, createdBy: name } = sweep;
  const worker = {
    workspaceId,
    name,
    role: 'experimenter',
    via: 'command',
    userId: null,
    keyId: null,
  } as const;
  await db().$transaction((tx) =>
    steerRuns(authorize(worker, 'experiment'), { action: 'stop', runIds: liveRuns(sweep) }, tx),
  );
}
