import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Run } from '@/server/db/generated/client';
import { recordAudit } from '@/server/services/audit/record-audit';
import { isRefusal } from './may-start';
import { actorToStart, lostRoleReason } from './starter';

type EndedRun = Pick<Run, 'id' | 'workspaceId' | 'createdBy' | 'startsAs'>;

/**
 * Starts work by itself after a run, in the name of the run's starter and with their present role. A refusal is
 * recorded next to that run and does not fail it: any person with the role can start the work by hand.
 */
export async function continueRun(
  ended: EndedRun,
  start: (actor: Actor<'experiment'>) => Promise<unknown>,
): Promise<void> {
  const actor = await actorToStart(ended);
  const refusal =
    actor === null ? new AppError('ROLE_FORBIDDEN', lostRoleReason(ended)) : await refusalOf(start(actor));
  if (refusal === null) return;
  const { code, ruleId: rule, userMessage: reason } = refusal;
  const worker = { workspaceId: ended.workspaceId, name: 'worker' };
  await recordAudit(db(), worker, 'run.notContinued', ended.id, { code, rule, reason });
}

async function refusalOf(started: Promise<unknown>): Promise<AppError | null> {
  try {
    await started;
    return null;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
