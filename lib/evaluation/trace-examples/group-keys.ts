import type { TraceSplit } from '@/lib/domain/trace-examples';
import { DisjointSets } from '@/lib/stats/disjoint-sets';

interface Grouped {
  readonly id: string;
  readonly sessionId: string | null;
  readonly userId: string | null;
}

interface Grouping {
  readonly splitBy: TraceSplit;
  /** For each trace the lowest index in its cluster of near-duplicate tasks. */
  readonly clusterOf: readonly number[];
}

/**
 * The group key of each trace: its session or user where the split is by them, joined where tasks are near-duplicates; the
 * key of a joined group is its first in byte order. Null = a group of its own.
 */
export function groupKeysOf(
  traces: readonly Grouped[],
  { splitBy, clusterOf }: Grouping,
): readonly (string | null)[] {
  const sets = new DisjointSets(traces.length);
  const firstOf = new Map<string, number>();
  const own = traces.map((trace) => ownKey(trace, splitBy));
  for (const [index, key] of own.entries()) {
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, index);
    else sets.join(first, index);
    sets.join(clusterOf[index] ?? index, index);
  }
  const keys = new Map<number, { readonly key: string; readonly size: number }>();
  for (const [index, key] of own.entries()) {
    const known = keys.get(sets.root(index));
    const lower = known === undefined || key < known.key ? key : known.key;
    keys.set(sets.root(index), { key: lower, size: (known?.size ?? 0) + 1 });
  }
  return own.map((key, index) => {
    const group = keys.get(sets.root(index));
    return group === undefined || (group.size === 1 && key.startsWith(ALONE)) ? null : group.key;
  });
}

const ALONE = 'trace ';

function ownKey({ id, sessionId, userId }: Grouped, splitBy: TraceSplit): string {
  const group = splitBy === 'session' ? sessionId : splitBy === 'user' ? userId : null;
  return group === null ? `${ALONE}${id}` : `${splitBy} ${group}`;
}
