import type { ChangeLanesInput, RunLanesView } from '@/lib/contracts/lanes';
import type { Actor } from '@/lib/domain/actor';
import { isEnded } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';
import { depthWarning } from '@/lib/policy/diversity';
import { assertMayRaiseLanes, type RaiseEvidence, raiseConditions } from '@/lib/policy/worker-raise';
import { db } from '@/server/db/client';
import { readMeasurements, readNewestFacts } from '@/server/repositories/run-progress';
import { getRunRow, lockRun, type RunRowWithManifest, steerRun } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';

/** The lanes of a going run: what they are, what would have to hold to raise them, and the word that changes them. */
export async function getLanes(
  actor: Actor<'read'>,
  input: { readonly runId: string },
): Promise<RunLanesView> {
  return lanesView(await getRunRow(actor.workspaceId, input.runId));
}

export async function changeLanes(
  actor: Actor<'experiment'>,
  input: ChangeLanesInput & { readonly runId: string },
): Promise<RunLanesView> {
  const changed = await db().$transaction(async (tx) => {
    const run = await lockRun(actor.workspaceId, input.runId, tx);
    if (isEnded(run.status)) {
      throw new AppError('STATE_CONFLICT', `The run is ${run.status} already, so it has no lanes to change.`);
    }
    assertMayRaiseLanes(input.lanes, await evidenceOf(run));
    await recordAudit(tx, actor, 'run.lanes', run.id, { lanes: input.lanes });
    return steerRun(run.id, { lanesWanted: input.lanes }, tx);
  });
  return lanesView(changed);
}

async function lanesView(run: RunRowWithManifest): Promise<RunLanesView> {
  const [evidence, plans] = await Promise.all([
    evidenceOf(run),
    readNewestFacts(run.id, 'batch.planned', PLANS_MAX),
  ]);
  const warning = depthWarning(plans.map(({ size }) => size));
  const { lanesWanted } = run;
  return {
    runId: run.id,
    lanes: evidence.lanes,
    waiting:
      lanesWanted === null || lanesWanted === evidence.lanes || isEnded(run.status) ? null : lanesWanted,
    lanesMax: run.manifest.lanesMax ?? null,
    collapsed: evidence.isDiversityHeld === null ? null : !evidence.isDiversityHeld,
    conditions: [...raiseConditions(evidence)],
    warnings: warning === null ? [] : [{ ...warning, howToProceed: [...warning.howToProceed] }],
  };
}

/** Iterations that the warning looks back on. */
const PLANS_MAX = 1_000;

async function evidenceOf(run: RunRowWithManifest): Promise<RaiseEvidence> {
  const [[plan], [diversity], [lanes], measured] = await Promise.all([
    readNewestFacts(run.id, 'batch.planned', 1),
    readNewestFacts(run.id, 'diversity.measured', 1),
    readNewestFacts(run.id, 'lanes.changed', 1),
    readMeasurements(run.id),
  ]);
  const manifest = run.manifest;
  return {
    lanes: lanes?.to ?? manifest.lanes,
    lastBatchSize: plan?.size ?? null,
    hasDiversity: manifest.diversity !== undefined,
    isDiversityHeld: diversity === undefined ? null : !diversity.collapsed,
    heldOutImproves: measured.length < 2 ? null : (measured[0]?.best ?? false),
  };
}
