import { canonicalHash } from '@/lib/domain/content-hash';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { PRACTICE_SETTINGS_DEFAULT } from '@/lib/domain/practice-settings';

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
      .map((binding) => {
        const { origin, model, hardware, practice } = binding;
        return `${practice ? 'practice' : origin} ${model} ${hardware}${effectsOf(binding)}`;
      })
      .sort(),
  });
}

/** A serial run has no level 2, so the reading is no part of it; the other settings of a practice model are. */
function effectsOf({ practiceSettings }: ModelBinding): string {
  const { levelTwoCounts } = PRACTICE_SETTINGS_DEFAULT;
  const isUsual =
    !practiceSettings ||
    canonicalHash({ ...practiceSettings, levelTwoCounts }) === canonicalHash(PRACTICE_SETTINGS_DEFAULT);
  return isUsual ? '' : ` ${canonicalHash({ ...practiceSettings, levelTwoCounts })}`;
}
