import { ulid } from 'ulid';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { decideConvergence } from '@/lib/evaluation/convergence';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { readEntries } from '@/server/events/read-events';
import { countSinceGo, saveDiagnosis } from '@/server/repositories/diagnoses';
import { diagnosisScopeHash } from './diagnosis-scope';

/**
 * What a finished serial baseline says about running its task in parallel: kept once, and asked by every later start
 * with the same task, split, method and hardware. Called by the worker, so there is no actor to check.
 */
export async function diagnoseSerial(runId: string): Promise<void> {
  const run = await db().run.findUniqueOrThrow({
    where: { id: runId },
    select: { workspaceId: true, manifest: true },
  });
  const manifest = run.manifest as unknown as RunManifest;
  const entries = await readEntries(runId, 0, { limit: 10_000, filter: { type: 'heldOut.measured' } });
  const measurements = entries.map(({ data }) => data as FactData['heldOut.measured']);
  const scopeHash = diagnosisScopeHash(manifest);
  const verdict = decideConvergence(
    measurements
      // Cut short by a cap, a measurement lacks some of the examples.
      .filter(({ incomplete }) => incomplete === undefined)
      .map(({ trainExamplesSeen, scores }) => ({ trainExamplesSeen, scores })),
    undefined,
    1 + (await countSinceGo(run.workspaceId, scopeHash)),
  );
  await saveDiagnosis({
    id: `dia_${ulid()}`,
    workspaceId: run.workspaceId,
    scopeHash,
    runId,
    verdict: verdict.verdict,
    reason: verdict.reason,
    detail: verdict as unknown as Prisma.InputJsonObject,
  });
}
