import { ulid } from 'ulid';
import type { RunPlanView, StartRunPlanInput } from '@/lib/contracts/run-plans';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { lockExperimentRow } from '@/server/repositories/experiments';
import { createPlan, findOpenPlan } from '@/server/repositories/run-plans';
import { recordAudit } from '@/server/services/audit/record-audit';
import { starterOf } from '@/server/services/launches/starter';
import { advancePlan, endPlan } from './advance-plan';
import { scopeOfExperiment } from './plan-facts';
import { readPlan } from './read-plan';

/** Writes the plan down and starts its first run; from then on whichever worker looks next carries it on. */
export async function startPlan(
  actor: Actor<'experiment'>,
  { experimentId, explores }: StartRunPlanInput & { readonly experimentId: string },
): Promise<RunPlanView> {
  const { workspaceId, name: createdBy } = actor;
  // Refuses what no run of the experiment may be, before there is a plan.
  await scopeOfExperiment(actor, experimentId);
  const id = `pln_${ulid()}`;
  await db().$transaction(async (tx) => {
    await lockExperimentRow(workspaceId, experimentId, tx);
    const open = await findOpenPlan(experimentId, tx);
    if (open !== null && open.status !== 'stopped') throw underWay(open.id);
    // A stopped plan is given up for the new one.
    if (open !== null) await endPlan(tx, open, 'cancelled');
    const startsAs = starterOf(actor);
    await createPlan({ id, workspaceId, experimentId, explores, startsAs, createdBy }, tx);
    await recordAudit(tx, actor, 'runPlan.started', id, { experimentId, explores });
  });
  await advancePlan(id);
  return readPlan(actor, { planId: id });
}

const underWay = (planId: string) =>
  new AppError('STATE_CONFLICT', 'A run plan of this experiment is under way.', {
    howToProceed: ['Follow it on the page of the experiment, or cancel it first.'],
    context: { planId },
  });
