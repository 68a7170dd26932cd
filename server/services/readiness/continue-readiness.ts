import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { findReadinessRuns } from '@/server/repositories/readiness';
import { lockRun } from '@/server/repositories/runs';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { launchTogether } from '@/server/services/runs/launch-run';
import { isAlive, isOf, placeOf } from './gather-evidence';
import { asMeasuringRun } from './measuring-run';
import { labelled, parallelManifest } from './start-readiness';

/**
 * The second half of a re-measurement on other hardware: the serial side has ended there, and where its diagnosis says
 * go, the parallel run starts. Called by the worker after every serial run, so there is no actor to check; it starts
 * nothing twice, however often a run is settled.
 */
export async function continueReadiness(serialRunId: string): Promise<void> {
  const serial = await db().run.findUnique({
    where: { id: serialRunId },
    include: { experiment: { select: { name: true } } },
  });
  if (serial?.readinessLight !== 'hardware' || !serial.readinessOfId) return;
  const claimedId = serial.readinessOfId;
  const { manifest } = asMeasuringRun(serial);
  const diagnosis = await findNewestDiagnosis(serial.workspaceId, diagnosisScopeHash(manifest));
  if (diagnosis?.verdict !== 'go') return;
  await launchTogether(onBehalfOf(serial), async (tx) => {
    const row = await lockRun(serial.workspaceId, claimedId, tx);
    const run = asMeasuringRun(row);
    const parallel = parallelManifest(run, manifest.models);
    const there = (await findReadinessRuns(run.id, tx)).filter(isOf('hardware')).filter(isAlive);
    const isThere = there.some(
      (other) => other.kind !== 'serialBaseline' && placeOf(other.manifest) === placeOf(parallel),
    );
    if (isThere) return [];
    const label = labelled(run, `on ${parallel.models.serving.hardware}`);
    const origin = { readinessOfId: run.id, readinessLight: 'hardware' };
    return [{ experimentId: row.experimentId, manifest: parallel, label, origin }];
  });
}

/** Whoever pressed the button started this as well. */
function onBehalfOf({
  workspaceId,
  createdBy,
}: {
  readonly workspaceId: string;
  readonly createdBy: string;
}): Actor {
  return { workspaceId, role: 'experimenter', name: createdBy, via: 'command', userId: null, keyId: null };
}
