import type { ControlRunInput } from '@/lib/contracts/runs';
import type { Actor } from '@/lib/domain/actor';
import type { Prisma } from '@/server/db/generated/client';
import { startQueue } from '@/server/jobs/queue';
import { lockRun, type RunRowWithManifest } from '@/server/repositories/runs';
import type { SweepRow } from '@/server/repositories/sweeps';
import { steerAs } from '@/server/services/launches/control-run';
import { isLive } from './cell-state';

/** The same word to every run of a sweep that it fits; the runs take it as if a person had said it to each. */
export interface Steering {
  readonly action: ControlRunInput['action'];
  readonly when: (run: Pick<RunRowWithManifest, 'status' | 'control'>) => boolean;
}

export async function steerCells(
  actor: Actor<'experiment'>,
  { workspaceId, cells }: SweepRow,
  { action, when }: Steering,
  tx: Prisma.TransactionClient,
): Promise<void> {
  const queue = await startQueue();
  const live = cells.flatMap(({ attempts }) => attempts.filter(isLive));
  for (const { runId } of live) {
    const run = await lockRun(workspaceId, runId, tx);
    if (when(run)) await steerAs(actor, action, run, { tx, queue });
  }
}
