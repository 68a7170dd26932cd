import type { RunManifest } from '@/lib/domain/manifest';
import type { MeasuringRun } from '@/server/repositories/readiness';
import type { RunRowWithManifest } from '@/server/repositories/runs';

/** A run's row with its manifest by its type, as readiness reads it. */
export function asMeasuringRun(row: RunRowWithManifest): MeasuringRun {
  return { ...row, manifest: row.manifest as unknown as RunManifest };
}
