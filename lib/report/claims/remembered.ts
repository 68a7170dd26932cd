/**
 * Keeps intervals by the scores that they are of: the same measurements have the same interval, and a page asks for it many
 * times. Measurements never change, so nothing is ever stale. At most 1,000 are kept, the oldest leave first.
 */
import { contentHash } from '@/lib/domain/content-hash';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { ScoredExamples } from '@/lib/stats/scored-examples';

const KEPT_MAX = 1000;
const kept = new Map<string, PairedDifference | null>();

export function remembered(
  question: string,
  measurements: readonly (readonly ScoredExamples[])[],
  compute: () => PairedDifference | null,
): PairedDifference | null {
  const key = contentHash(
    `${question}|${measurements.map((list) => list.map(({ exampleIds, scores }) => `${exampleIds}:${scores}`).join(';')).join('|')}`,
  );
  const known = kept.get(key);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  const found = compute();
  kept.set(key, found);
  return found;
}
