import type { Actor } from '@/lib/domain/actor';
import type { PlanFacts } from '@/lib/policy/run-plan';
import { db } from '@/server/db/client';
import type { Prisma, RunPlan } from '@/server/db/generated/client';
import { findNewestDiagnosis, isDiagnosed } from '@/server/repositories/diagnoses';
import { findPlanRuns } from '@/server/repositories/run-plans';
import { knownDiagnosis } from '@/server/services/diagnoses/known-diagnosis';
import { prepareRun } from '@/server/services/launches/start-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';

/** Facts that decide a plan's next move, read anew at each look. */
export async function planFacts(
  plan: RunPlan,
  scopeHash: string,
  tx: Prisma.TransactionClient = db(),
): Promise<PlanFacts> {
  const { serialRuns, parallelRuns, explores } = plan;
  const diagnosis = await findNewestDiagnosis(plan.workspaceId, scopeHash);
  const runs = await findPlanRuns(plan.id, tx);
  const serial = runs.findLast(({ kind }) => kind === 'serialBaseline');
  return {
    runs,
    diagnosis: diagnosis && knownDiagnosis(diagnosis),
    isDiagnosed: serial !== undefined && (await isDiagnosed(serial.id, tx)),
    ...{ serialRuns, parallelRuns, explores },
  };
}

/** Scope of the diagnosis that the plan waits for: what its runs pin. @throws AppError as a start of a run would be */
export async function scopeOfExperiment(actor: Actor, experimentId: string): Promise<string> {
  const { manifest } = await prepareRun(actor, { experimentId, kind: 'serialBaseline' });
  return diagnosisScopeHash(manifest);
}
