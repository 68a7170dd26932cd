import type { PlanStepName, PlanStop } from '@/lib/domain/run-plan';
import type { AppError } from '@/lib/errors/app-error';
import { nextMove, type PlanMove } from '@/lib/policy/run-plan';
import { db } from '@/server/db/client';
import type { Prisma, RunPlan } from '@/server/db/generated/client';
import { findLivePlans, findPlanOfRun, lockPlan } from '@/server/repositories/run-plans';
import type { Launch } from '@/server/services/launches/launch-run';
import { isRefusal } from '@/server/services/launches/may-start';
import { actorToStart, lostRoleReason } from '@/server/services/launches/starter';
import { launchNext } from '@/server/services/run-sets/launch-next';
import { planFacts, scopeOfExperiment } from './plan-facts';
import { prepareMove } from './prepare-move';

/**
 * Carries a plan on by one step. Called when one of its runs has ended and every few seconds by every worker: any
 * process may die at any moment, and any other goes on. The next run is pinned before the plan's row is locked, and
 * written only if the same move still follows from what the lock shows; so no step starts twice.
 */
type Tx = Prisma.TransactionClient;

export async function advancePlans(): Promise<void> {
  const faults: unknown[] = [];
  for (const id of await findLivePlans()) {
    await advancePlan(id).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

export async function advancePlanOfRun(runId: string): Promise<void> {
  const id = await findPlanOfRun(runId);
  if (id !== null) await advancePlan(id);
}

export async function advancePlan(id: string): Promise<void> {
  const plan = await db().runPlan.findUnique({ where: { id } });
  if (plan?.status !== 'running') return;
  const actor = await actorToStart(plan);
  if (actor === null) return stopPlan(id, refused(lostRoleReason(plan)));
  let step: PlanStepName = 'serial';
  try {
    const scopeHash = await scopeOfExperiment(actor, plan.experimentId);
    const move = nextMove(await planFacts(plan, scopeHash));
    if (move.kind === 'start' && move.run !== 'serialBaseline') step = 'parallel';
    const launch =
      move.kind === 'start'
        ? await prepareMove(actor, { planId: id, experimentId: plan.experimentId }, move)
        : null;
    await launchNext(plan, {
      decide: (tx) => takeMove(tx, id, { scopeHash, move, launch }),
      refused: (error) => stopPlan(id, refusedBy(error, step)),
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await stopPlan(id, refusedBy(error, step));
  }
}

interface Prepared {
  readonly scopeHash: string;
  readonly move: PlanMove;
  readonly launch: Launch | null;
}

async function takeMove(tx: Tx, id: string, { scopeHash, move, launch }: Prepared): Promise<Launch[]> {
  const plan = await lockPlan(id, tx);
  if (plan?.status !== 'running') return [];
  const now = nextMove(await planFacts(plan, scopeHash, tx));
  // Another worker was faster; the next look takes the move that follows now.
  if (JSON.stringify(now) !== JSON.stringify(move)) return [];
  if (now.kind === 'finish') await endPlan(tx, plan, 'finished');
  if (now.kind === 'stop') await tx.runPlan.update({ where: { id }, data: stoppedBy(now.stop) });
  return launch === null ? [] : [launch];
}

export async function endPlan(tx: Tx, { id }: RunPlan, status: 'finished' | 'cancelled'): Promise<void> {
  await tx.runPlan.update({ where: { id }, data: { status, endedAt: new Date() } });
}

const stoppedBy = (stop: PlanStop) => ({
  status: 'stopped',
  stop,
});

async function stopPlan(id: string, stop: PlanStop): Promise<void> {
  await db().runPlan.updateMany({ where: { id, status: 'running' }, data: stoppedBy(stop) });
}

function refusedBy(error: AppError, step: PlanStepName): PlanStop {
  const { userMessage, ruleId, howToProceed } = error;
  return { ...refused(userMessage), step, ruleId, howToProceed: [...howToProceed] };
}

const refused = (reason: string): PlanStop => ({
  ...{ code: 'refused', step: 'serial', reason, ruleId: null },
  ...{ ways: ['again'], howToProceed: [] },
});
