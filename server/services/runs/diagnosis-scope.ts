import { canonicalHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import { effectsOn } from '@/lib/domain/practice-settings';

/** Conditions that a serial diagnosis holds for, read off a manifest or off an experiment's settings. */
export interface DiagnosisScope extends Pick<RunManifest, 'models' | 'agent'> {
  readonly task: Pick<RunManifest['task'], 'id'>;
  readonly split: Pick<RunManifest['split'], 'hash'>;
  readonly method: { readonly name: string; readonly version: string };
}

/** Scope of one serial diagnosis (rulings E10): the same task, split, method, agent and hardware. */
export function diagnosisScopeHash(scope: DiagnosisScope): string {
  const { task, split, method, models, agent } = scope;
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
