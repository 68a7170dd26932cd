import type { ShufflePlan } from '@/lib/combee/augmented-shuffle';
import type { ShuffledReflections } from '@/lib/combee/shuffle-reflections';
import type { Candidate } from '@/lib/domain/candidate';
import type { Reflection } from '@/lib/domain/reflection';

/** A shuffle whose groups are given and whose reflections are all there, for tests of the scan alone. */
export function dealtGroups(
  base: Candidate,
  reflections: readonly Reflection[],
  plan: ShufflePlan,
): ShuffledReflections {
  return {
    base,
    k: plan.k,
    groups: plan.groups.map(async (ordinals) => ordinals.flatMap((ordinal) => reflections[ordinal] ?? [])),
    closed: Promise.resolve({ base, reflections, plan, degraded: false }),
  };
}
