import type { Example } from '@/lib/domain/example';

/** Fields of an example that a split uses; the text itself is in the hash. */
export interface SplitExample extends Pick<Example, 'id' | 'contentHash' | 'groupKey'> {
  readonly sourceSplit: string | null;
}

/** Examples that must stay together. */
export interface Unit {
  /** The smallest content hash (and group) of its members: the same in whatever order the examples came. */
  readonly key: string;
  /** Where its first example came from. */
  readonly source: string | null;
  readonly members: readonly SplitExample[];
}

/**
 * Examples with one content, or with one group key where `byGroup`, joined into units; both at once by following the
 * links (two groups that share one text become one unit). Near-linear: a union-find with path halving.
 */
export function assignmentUnits(examples: readonly SplitExample[], byGroup: boolean): Unit[] {
  const parent = examples.map((_, index) => index);
  const root = (start: number): number => {
    let index = start;
    while (parent[index] !== index) {
      parent[index] = parent[parent[index] ?? index] ?? index;
      index = parent[index] ?? index;
    }
    return index;
  };
  const firstWith = new Map<string, number>();
  for (const [index, example] of examples.entries()) {
    const links = [`content ${example.contentHash}`];
    if (byGroup && example.groupKey !== null) links.push(`group ${example.groupKey}`);
    for (const link of links) {
      const first = firstWith.get(link);
      if (first === undefined) firstWith.set(link, index);
      else parent[root(index)] = root(first);
    }
  }
  const members = new Map<number, SplitExample[]>();
  for (const [index, example] of examples.entries()) {
    const together = members.get(root(index));
    if (together === undefined) members.set(root(index), [example]);
    else together.push(example);
  }
  return [...members.values()].map(unitOf);
}

function unitOf(members: readonly SplitExample[]): Unit {
  const [key = ''] = members.map(({ contentHash }) => contentHash).sort();
  return { key, source: members[0]?.sourceSplit ?? null, members };
}
