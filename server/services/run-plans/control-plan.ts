import type { ControlRunPlanInput, RunPlanView } from '@/lib/contracts/run-plans';
import type { Actor } from '@/lib/domain/actor';
import type { PlanWay } from '@/lib/domain/run-plan';
import { AppError } from '@/lib/errors/app-error';
import { invariant } from '@/lib/errors/invariant';
import { EXPLORES_UNDECIDED } from '@/lib/policy/rules/exploratory';
import { refusal } from '@/lib/policy/rules/rule';
import { db } from '@/server/db/client';
import { Prisma, type RunPlan } from '@/server/db/generated/client';
import { startQueue } from '@/server/jobs/queue';
import { findPlanRuns, getPlanRow, lockPlan } from '@/server/repositories/run-plans';
import { stopOf } from '@/server/repositories/stored-plan';
import { recordAudit } from '@/server/services/audit/record-audit';
import { starterOf } from '@/server/services/launches/starter';
import { steerRuns } from '@/server/services/run-sets/steer-runs';
import { advancePlan } from './advance-plan';
import { readPlan } from './read-plan';

type Tx = Prisma.TransactionClient;
type Action = ControlRunPlanInput['action'];

/** Pause, resume and cancel take the plan's run along, in one transaction; the ways on from a stop let it start again. */
export async function controlPlan(
  actor: Actor<'experiment'>,
  { planId, action }: ControlRunPlanInput & { readonly planId: string },
): Promise<RunPlanView> {
  await getPlanRow(actor.workspaceId, planId);
  // A run that ended a moment ago counts, so that no caller acts on a step that is over.
  await advancePlan(planId);
  // Started before the transaction: the first start of a process takes a while, and rows would be held for it.
  await startQueue();
  await db().$transaction(async (tx) => {
    const plan = await lockPlan(planId, tx);
    invariant(plan, 'A run plan is never deleted.');
    await tx.runPlan.update({ where: { id: planId }, data: await changeOf(actor, action, { plan, tx }) });
    await recordAudit(tx, actor, `runPlan.${action}`, planId);
  });
  await advancePlan(planId);
  return readPlan(actor, { planId });
}

interface Held {
  readonly plan: RunPlan;
  readonly tx: Tx;
}

async function changeOf(
  actor: Actor<'experiment'>,
  action: Action,
  held: Held,
): Promise<Prisma.RunPlanUpdateInput> {
  const { status } = held.plan;
  if (status === 'finished' || status === 'cancelled') throw conflict(`The plan is ${status} already.`);
  const startsAs = starterOf(actor);
  switch (action) {
    case 'pause':
      if (status !== 'running') throw conflict(`The plan is ${status}, so it cannot be paused.`);
      await steer(actor, 'pause', held);
      return { status: 'paused' };
    case 'resume':
      if (status !== 'paused') throw conflict('The plan is not paused.');
      await steer(actor, 'resume', held);
      return { status: 'running', startsAs };
    case 'cancel':
      await steer(actor, 'stop', held);
      return { status: 'cancelled', endedAt: new Date() };
    default:
      return { ...wayOn(action, held.plan), status: 'running', stop: Prisma.DbNull, startsAs };
  }
}

async function steer(actor: Actor<'experiment'>, action: 'pause' | 'resume' | 'stop', { plan, tx }: Held) {
  const runs = await findPlanRuns(plan.id, tx);
  await steerRuns(actor, { action, runIds: runs.map(({ id }) => id) }, tx);
}

/** Only what the stop offers: a way that a rule closes is not offered, so asking for it is refused. */
function wayOn(way: PlanWay, plan: RunPlan): Prisma.RunPlanUpdateInput {
  const { serialRuns, parallelRuns } = plan;
  const found = stopOf(plan);
  if (way === 'explore' && found?.code !== 'undecided') {
    throw refusal(EXPLORES_UNDECIDED, found === null ? {} : { found: found.reason });
  }
  if (!found?.ways.includes(way)) throw conflict('The plan is not stopped where this would go on.');
  if (way === 'explore') return { explores: true };
  if (way === 'moreSerial') return { serialRuns: serialRuns + 1, explores: false };
  if (found.code === 'refused') return {};
  return found.step === 'serial' ? { serialRuns: serialRuns + 1 } : { parallelRuns: parallelRuns + 1 };
}

const conflict = (message: string) => new AppError('STATE_CONFLICT', message);
