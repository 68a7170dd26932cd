import { contentHash } from '@/lib/domain/content-hash';
import type { SplitName } from '@/lib/domain/split';
import type { SplitExample } from './split-units';

/** sha256 over the sorted (split, content hash) pairs: two registrations are comparable iff it is equal. */
export function splitHash(
  examples: readonly SplitExample[],
  assignments: ReadonlyMap<string, SplitName>,
): string {
  const pairs = examples.flatMap((example) => {
    const split = assignments.get(example.id);
    return split === undefined ? [] : [`${split} ${example.contentHash}`];
  });
  return contentHash(pairs.sort().join('\n'));
}
