import { canonicalHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import { effectsOn } from '@/lib/domain/practice-settings';

/** Scope of one serial diagnosis (rulings E10): the same task, split, method, agent and hardware. */
export function diagnosisScopeHash(
  manifest: Pick<RunManifest, 'task' | 'split' | 'method' | 'models' | 'agent'>,
): string {
  const { task, split, method, models, agent } = manifest;
  return canonicalHash({
    task: task.id,
    split: split.hash,
    method: { name: method.name, version: method.version },
    ...(agent === undefined ? {} : { agent: agent.hash }),
    hardware: Object.values(models)
      // The practice model is the same wherever it listens; a serial run has no level 2, so its reading is no part of this.
      .map((binding) => {
        const { origin, model, hardware, practice, practiceSettings } = binding;
        return `${practice ? 'practice' : origin} ${model} ${hardware}${effectsOn(practiceSettings)}`;
      })
      .sort(),
  });
}
