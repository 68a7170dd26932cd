import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Run } from '@/server/db/generated/client';
import { recordAudit } from '@/server/services/audit/record-audit';
import { isRefusal } from './may-start';
import { actorToStart, lostRoleReason } from './starter';

type EndedRun = Pick<Run, 'id' | 'workspaceId' | 'createdBy' | 'startsAs'>;

/**
 * What a worker starts after a run of its own accord, in the name of whoever started that run and with what they may do
 * today. What stands against it is written down beside that run and is no fault of it: whoever may can start it by hand.
 */
export async function continueRun(ended: EndedRun, start: (actor: Actor) => Promise<unknown>): Promise<void> {
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
