import type { RunManifest } from '@/lib/domain/manifest';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { findReadinessRuns } from '@/server/repositories/readiness';
import { lockRun } from '@/server/repositories/runs';
import { manifestOf } from '@/server/repositories/stored-manifest';
import { continueRun } from '@/server/services/launches/continue-run';
import { type Launch, launchTogether } from '@/server/services/launches/launch-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { isAlive, isOf, placeOf } from './gather-evidence';
import { labelled, parallelManifest } from './start-readiness';

/**
 * The second half of a re-measurement on other hardware: the serial side has ended there, and where its diagnosis says
 * go, the parallel run starts. Called by the worker after every serial run; it starts
 * nothing twice, however often a run is settled.
 */
export async function continueReadiness(serialRunId: string): Promise<void> {
  const serial = await db().run.findUnique({
    where: { id: serialRunId },
    include: { experiment: { select: { name: true } } },
  });
  if (serial?.readinessLight !== 'hardware' || !serial.readinessOfId) return;
  const claimedId = serial.readinessOfId;
  const manifest = manifestOf(serial);
  const diagnosis = await findNewestDiagnosis(serial.workspaceId, diagnosisScopeHash(manifest));
  if (diagnosis?.verdict !== 'go') return;
  await continueRun(serial, (actor) =>
    launchTogether(actor, (tx) => parallelSide(tx, serial.workspaceId, { claimedId, manifest })),
  );
}

async function parallelSide(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  { claimedId, manifest }: { readonly claimedId: string; readonly manifest: RunManifest },
): Promise<Launch[]> {
  const run = await lockRun(workspaceId, claimedId, tx);
  const parallel = parallelManifest(run, manifest.models);
  const there = (await findReadinessRuns(run.id, tx)).filter(isOf('hardware')).filter(isAlive);
  const isThere = there.some(
    (other) => other.kind !== 'serialBaseline' && placeOf(other.manifest) === placeOf(parallel),
  );
  if (isThere) return [];
  const label = labelled(run, `on ${parallel.models.serving.hardware}`);
  const origin = { readinessOfId: run.id, readinessLight: 'hardware' };
  return [{ experimentId: run.experimentId, manifest: parallel, label, origin }];
}
