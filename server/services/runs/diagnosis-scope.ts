import { canonicalHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';

/** What one serial diagnosis holds for (rulings E10): the same task, split, method and hardware. */
export function diagnosisScopeHash(
  manifest: Pick<RunManifest, 'task' | 'split' | 'method' | 'models'>,
): string {
  const { task, split, method, models } = manifest;
  return canonicalHash({
    task: task.id,
    split: split.hash,
    method: { name: method.name, version: method.version },
    hardware: Object.values(models)
      // The practice model is the same wherever it listens.
      .map(
        ({ origin, model, hardware, practice }) => `${practice ? 'practice' : origin} ${model} ${hardware}`,
      )
      .sort(),
  });
}
