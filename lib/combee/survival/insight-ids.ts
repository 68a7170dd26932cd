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
  return { ...reflection, insightIds: idsOf(iteration, reflection) };
}

/** One an insight; a reflection without insights of its own is one as a whole. */
export function idsOf(
  iteration: number,
  { ordinal, insights }: Pick<Reflection, 'ordinal' | 'insights'>,
): readonly string[] {
  const count = Math.max(1, insights.length);
  return Array.from({ length: count }, (_, index) => insightId(iteration, ordinal, index));
}
