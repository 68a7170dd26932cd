import type { BulletTagging } from '@/lib/domain/reflection';
import { formatBulletLine } from './format-bullet-line';
import { parseBulletLine } from './parse-bullet-line';

/** Amounts that a set of tags adds to one bullet's counters. */
interface Counts {
  readonly helpful: number;
  readonly harmful: number;
}

/**
 * Moves the helpful and harmful counters by a batch of tags, all at once (step 4 of a Combee iteration on ACE). Ids that the playbook does not have are
 * passed over, and a neutral tag moves nothing.
 *
 * `last` is the published rule: within one batch a bullet moves by one at most, by its last tag. `sum` counts every
 * tag, which is what a batch of many reflections needs. Without any tag the text comes back untouched.
 */
export function countTags(
  playbook: string,
  taggings: readonly BulletTagging[],
  mode: 'sum' | 'last',
): string {
  const counts = countsOf(taggings, mode);
  // Untouched, not even trimmed: a text that says the same keeps its hash, and so the candidate its name.
  if (counts.size === 0) return playbook;
  const lines = playbook
    .trim()
    .split('\n')
    .map((line) => {
      const bullet = parseBulletLine(line);
      const added = bullet === null ? undefined : counts.get(bullet.id);
      if (bullet === null || added === undefined) return line;
      return formatBulletLine({
        ...bullet,
        helpful: bullet.helpful + added.helpful,
        harmful: bullet.harmful + added.harmful,
      });
    });
  return lines.join('\n');
}

/** With `last`, every tag starts from nothing, so only the one that comes last leaves a trace, neutral included. */
function countsOf(taggings: readonly BulletTagging[], mode: 'sum' | 'last'): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const { bulletId, tag } of taggings) {
    const before = (mode === 'sum' ? counts.get(bulletId) : undefined) ?? { helpful: 0, harmful: 0 };
    counts.set(bulletId, {
      helpful: before.helpful + (tag === 'helpful' ? 1 : 0),
      harmful: before.harmful + (tag === 'harmful' ? 1 : 0),
    });
  }
  return counts;
}
