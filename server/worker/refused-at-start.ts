import type pg from 'pg';
import { continueRefusal } from '@/lib/engine/engine-version';
import type { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import { recordAudit } from '@/server/services/audit/record-audit';
import { recordRefusal } from '@/server/services/audit/record-refusal';
import { whyNotStart } from '@/server/services/launches/may-start';
import { type ClaimedRun, giveBack, pauseRun, settleStopped } from './claim-run';
import { workerPrograms } from './worker-programs';

/**
 * The door of the queue: what was asked at the launch is asked again when a worker takes the run from the queue, whether
 * it begins, goes on after a pause or comes back from a worker that closed. Nothing has been paid by then. A run that has
 * not begun ends here, one that has begun is paused, and both say why. Not asked of a run that is only to be ended, nor
 * of one that is taken over from a dead worker: that one is under way. A run of another engine version is refused always,
 * and ends where it is when it was to be stopped: this engine would walk another path over its answers.
 */
export async function isRefusedAtStart(pool: pg.Pool, claimed: ClaimedRun): Promise<boolean> {
  const hasBegun = claimed.resumedIteration !== null || (await hasCalled(claimed));
  const otherEngine = continueRefusal(claimed.manifest);
  const isToEnd = claimed.control !== 'run';
  if (otherEngine === null && (isToEnd || (hasBegun && claimed.takenFrom !== null))) return false;
  const refusal = otherEngine ?? (await ask(pool, claimed));
  if (refusal === null) return false;
  if (claimed.control === 'stop') await settleStopped(pool, claimed.lease, `Stopped: ${refusal.userMessage}`);
  else if (hasBegun) await pauseRun(pool, claimed.lease, `Not gone on with: ${refusal.userMessage}`);
  else await settleStopped(pool, claimed.lease, `Not started: ${refusal.userMessage}`);
  await writeDown(claimed, refusal, hasBegun ? 'run.notResumed' : 'run.notStarted');
  return true;
}

/** The first calls are in the journal before the first fact is in the ledger. */
async function hasCalled({ lease: { runId } }: ClaimedRun): Promise<boolean> {
  return (await db().journalCall.findFirst({ where: { runId }, select: { key: true } })) !== null;
}

/** Where it cannot be asked the run goes back into the queue, so that it is asked at the next try. */
async function ask(pool: pg.Pool, { lease }: ClaimedRun): Promise<AppError | null> {
  try {
    return await whyNotStart(lease.runId, [...workerPrograms().commands.keys()]);
  } catch (error) {
    await giveBack(pool, lease);
    throw error;
  }
}

async function writeDown(
  { lease: { runId }, workspaceId }: ClaimedRun,
  { code, ruleId: rule, userMessage: reason }: AppError,
  action: string,
): Promise<void> {
  const worker = { workspaceId, name: 'worker', via: 'queue' } as const;
  await recordAudit(db(), worker, action, runId, { code, rule, reason });
  metrics().refusals.inc({ rule: rule ?? 'none', code });
  if (rule !== null) recordRefusal(worker, { rule, code, operation: 'executeRun' });
  logOf('worker').info({ runId, code, rule }, 'A run was refused when the queue handed it out.');
}
