import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { baselineAmong } from '@/lib/report/comparability';
import type { Prisma } from '@/server/db/generated/client';
import { findMeasuringRun, findSerialBaselines, type MeasuringRun } from '@/server/repositories/readiness';

/**
 * The serial baseline that a parallel run is compared with (lib/report/comparability). Where none may be compared, the
 * newest of the split, so that the claim can say what differs.
 */
export async function findBaseline(
  workspaceId: string,
  manifest: RunManifest,
  tx?: Prisma.TransactionClient,
): Promise<MeasuringRun | null> {
  const serial = await findSerialBaselines(workspaceId, manifest.split.hash, tx);
  return baselineAmong(manifest, serial) ?? serial[0] ?? null;
}

/** A baseline named in the request. @throws AppError NOT_FOUND, STATE_CONFLICT */
export async function namedBaseline(workspaceId: string, id: string): Promise<MeasuringRun> {
  const run = await findMeasuringRun(workspaceId, id);
  if (run === null)
    throw new AppError('NOT_FOUND', 'The run named as baseline does not exist.', { context: { id } });
  if (run.kind === 'serialBaseline' && run.status === 'finished') return run;
  throw new AppError('STATE_CONFLICT', 'Name a finished serial baseline to compare with.');
}
