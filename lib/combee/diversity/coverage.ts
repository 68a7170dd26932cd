/**
 * The part of the prompt space that an iteration wrote about: groups of examples from whose reflections some edit
 * came, over all groups of the minibatch. A group is the topic that the data set names; an example without one is a
 * group of its own. Null for an empty minibatch.
 */
export function coverage(
  groupOf: ReadonlyMap<number, string>,
  origins: readonly (number | null)[],
): number | null {
  const all = new Set(groupOf.values());
  if (all.size === 0) return null;
  const reached = new Set<string>();
  for (const origin of origins) {
    const group = origin === null ? undefined : groupOf.get(origin);
    if (group !== undefined) reached.add(group);
  }
  return Math.round((reached.size / all.size) * 1e4) / 1e4;
}
