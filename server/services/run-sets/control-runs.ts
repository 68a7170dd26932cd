import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { startQueue } from '@/server/jobs/queue';
import { recordAudit } from '@/server/services/audit/record-audit';
import { followedRuns, type RunsOf } from './followed-runs';
import { type SetAction, steerRuns } from './steer-runs';

export interface ControlledSet {
  readonly of: RunsOf;
  readonly action: SetAction;
  /** For the audit log, as in "runGroup" and its id. */
  readonly noun: 'runGroup' | 'readiness';
  readonly subject: string;
}

/** Pauses, resumes or stops a set that has no row of its own; the caller has checked that it is of the workspace. */
export async function controlRuns(
  actor: Actor<'experiment'>,
  { of, action, noun, subject }: ControlledSet,
): Promise<void> {
  // Started before the transaction: the first start of a process takes a while, and rows would be held for it.
  await startQueue();
  await db().$transaction(async (tx) => {
    const runs = await followedRuns(of, tx);
    const steered = await steerRuns(actor, { action, runIds: runs.map(({ id }) => id) }, tx);
    if (steered === 0) throw new AppError('STATE_CONFLICT', NONE_FITS[action]);
    await recordAudit(tx, actor, `${noun}.${action}`, subject, { runs: steered });
  });
}

const NONE_FITS: Readonly<Record<SetAction, string>> = {
  pause: 'None of these runs is going, so none can be paused.',
  resume: 'None of these runs is paused.',
  stop: 'All of these runs have ended or are being stopped.',
};
