import type { RunPlanView } from '@/lib/contracts/run-plans';
import type { Actor } from '@/lib/domain/actor';
import { learnsInParallel } from '@/lib/domain/run';
import type { PlanStatus, PlanStepName } from '@/lib/domain/run-plan';
import type { RunPlan } from '@/server/db/generated/client';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { getExperimentRow } from '@/server/repositories/experiments';
import { findNewestPlan, getPlanRow } from '@/server/repositories/run-plans';
import { stopOf } from '@/server/repositories/stored-plan';
import { type FollowedRow, followedRuns, progressOf } from '@/server/services/run-sets/followed-runs';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { diagnosisView } from '@/server/services/runs/run-view';

/** A plan as people see it: its step, its runs as one, and what stopped it. */
export async function readPlan(
  actor: Actor<'read'>,
  { planId }: { readonly planId: string },
): Promise<RunPlanView> {
  return planView(await getPlanRow(actor.workspaceId, planId));
}

export async function readNewestPlan(
  actor: Actor<'read'>,
  { experimentId }: { readonly experimentId: string },
): Promise<{ plan: RunPlanView | null }> {
  await getExperimentRow(actor.workspaceId, experimentId);
  const plan = await findNewestPlan(actor.workspaceId, experimentId);
  return { plan: plan && (await planView(plan)) };
}

async function planView(plan: RunPlan): Promise<RunPlanView> {
  const { workspaceId, experimentId } = plan;
  const [experiment, rows] = await Promise.all([
    getExperimentRow(workspaceId, experimentId),
    followedRuns({ planId: plan.id }),
  ]);
  const manifest = rows.at(-1)?.manifest;
  const diagnosis = manifest ? await findNewestDiagnosis(workspaceId, diagnosisScopeHash(manifest)) : null;
  const stop = stopOf(plan);
  return {
    id: plan.id,
    experimentId,
    experimentName: experiment.name,
    status: plan.status as PlanStatus,
    step: stop?.step ?? stepOf(rows, diagnosis?.verdict ?? null),
    runs: rows.map(({ id, kind, status, label }) => ({ id, kind, status, label })),
    diagnosis: diagnosisView(diagnosis),
    explores: plan.explores,
    stop: stop && { ...stop, ways: [...stop.ways], howToProceed: [...stop.howToProceed] },
    progress: progressOf(rows, Date.now()),
    createdBy: plan.createdBy,
    createdAt: plan.createdAt.toISOString(),
    endedAt: plan.endedAt?.toISOString() ?? null,
  };
}

function stepOf(rows: readonly FollowedRow[], verdict: string | null): PlanStepName {
  const last = rows.at(-1);
  if (last === undefined) return 'serial';
  if (learnsInParallel(last.kind)) return 'parallel';
  if (last.status !== 'finished') return 'serial';
  return verdict === 'go' ? 'parallel' : 'diagnosis';
}
