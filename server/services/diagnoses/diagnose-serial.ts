import { ulid } from 'ulid';
import type { RunManifest } from '@/lib/domain/manifest';
import { db } from '@/server/db/client';
import {
  addDiagnosis,
  countSinceGo,
  findDiagnosedRun,
  isDiagnosed,
  lockScope,
} from '@/server/repositories/diagnoses';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { keepsEarlierGo } from './keeps-go';
import { newDiagnosis } from './new-diagnosis';
import { contentOfRun, judgeCurve, readSerialCurve } from './serial-curve';

/**
 * What a finished serial baseline says about running its task in parallel: kept once, and asked by every later start
 * with the same task, split, method and hardware. Called by the worker, so there is no actor to check.
 */
export async function diagnoseSerial(runId: string): Promise<void> {
  const { workspaceId } = await db().run.findUniqueOrThrow({
    where: { id: runId },
    select: { workspaceId: true },
  });
  const run = await findDiagnosedRun(workspaceId, runId);
  if (run === null) return;
  const scopeHash = diagnosisScopeHash(run.manifest);
  const curve = await readSerialCurve(runId);
  await db().$transaction(async (tx) => {
    // Two runs of one scope may end at once, and one run be settled twice after a crash.
    await lockScope(scopeHash, tx);
    if (await isDiagnosed(runId, tx)) return;
    const look = 1 + (await countSinceGo(workspaceId, scopeHash, tx));
    const { verdict, finding, reason, alternatives, ...decision } = judgeCurve(curve, run, look);
    if (await keepsEarlierGo(tx, { workspaceId, scopeHash, verdict, curve: curve.points })) return;
    const known = contentOfRun({ id: `dia_${ulid()}`, madeAt: new Date(), run, curve });
    const said = { ...known, verdict, finding, reason, alternatives, decision };
    await addDiagnosis(newDiagnosis(said, { workspaceId, scopeHash }), tx);
  });
}

/** How often the question was put in the run's scope, with this time: what a run that measures on decides by. */
export async function diagnosisLook(workspaceId: string, manifest: RunManifest): Promise<number> {
  return 1 + (await countSinceGo(workspaceId, diagnosisScopeHash(manifest)));
}
