import { insightId } from '@/lib/domain/insight-id';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';

/**
 * Gives the insights of a reflection their ids, where the run carries them through its prompts; else the reflection
 * comes back as it is. The copies that the shuffle makes share them: an insight is counted once.
 */
export function identified(
  reflection: Reflection,
  { manifest, iteration }: { readonly manifest: RunManifest; readonly iteration: number },
): Reflection {
  if (manifest.survival?.ids !== true) return reflection;
  const { ordinal, insights } = reflection;
  if (insights.length === 0) return reflection;
  return { ...reflection, insightIds: insights.map((_, index) => insightId(iteration, ordinal, index)) };
}
