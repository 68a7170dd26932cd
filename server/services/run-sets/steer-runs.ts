import type { Actor } from '@/lib/domain/actor';
import { isEnded } from '@/lib/domain/run';
import type { Prisma } from '@/server/db/generated/client';
import { startQueue } from '@/server/jobs/queue';
import { lockRun, type RunRowWithManifest } from '@/server/repositories/runs';
import { steerAs } from '@/server/services/launches/control-run';

/**
 * One word to all runs of a set that it fits, in one transaction, so that none is left behind; the runs take it as if a
 * person had said it to each.
 */
export type SetAction = 'pause' | 'resume' | 'stop';

type Steered = Pick<RunRowWithManifest, 'status' | 'control'>;

export const FITS: Readonly<Record<SetAction, (run: Steered) => boolean>> = {
  pause: ({ status, control }) => (status === 'queued' || status === 'running') && control === 'run',
  resume: ({ status, control }) => !isEnded(status) && control === 'pause',
  stop: ({ status, control }) => !isEnded(status) && control !== 'stop',
};

/** Gives the number of runs that took the action. */
export async function steerRuns(
  actor: Actor<'experiment'>,
  { action, runIds }: { readonly action: SetAction; readonly runIds: readonly string[] },
  tx: Prisma.TransactionClient,
): Promise<number> {
  const queue = await startQueue();
  let steered = 0;
  // In one order, so that two requests at once do not wait for each other.
  for (const runId of runIds.toSorted()) {
    const run = await lockRun(actor.workspaceId, runId, tx);
    if (!FITS[action](run)) continue;
    await steerAs(actor, action, run, { tx, queue });
    steered += 1;
  }
  return steered;
}
