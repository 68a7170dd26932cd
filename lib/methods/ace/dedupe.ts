import { dot } from '@/lib/methods/prompting/near-identical';
import { formatBulletLine } from './format-bullet-line';
import { parseLooseBulletLine } from './loose-bullet-line';
import type { Bullet } from './parse-bullet-line';

/** Positions of bullets that say nearly the same, ascending, at least two. */
export type DuplicateGroup = readonly number[];

/**
 * Greedy groups on unit vectors: each bullet in order that is in no group yet opens one with every later bullet
 * whose dot product with it reaches the threshold. Neighbours of neighbours are not pulled in.
 *
 * With `shared` a bullet may be in two groups, as in the published code; its counters would then be counted twice,
 * so the merge below is given disjoint groups. Cost: n² / 2 dot products.
 */
export function groupDuplicates(
  vectors: readonly (readonly number[])[],
  threshold: number,
  membership: 'disjoint' | 'shared' = 'disjoint',
): DuplicateGroup[] {
  const grouped = new Set<number>();
  const groups: number[][] = [];
  for (const [index, vector] of vectors.entries()) {
    if (grouped.has(index)) continue;
    const group = [index];
    for (let other = index + 1; other < vectors.length; other += 1) {
      if (membership === 'disjoint' && grouped.has(other)) continue;
      if (dot(vector, vectors[other] ?? []) >= threshold) group.push(other);
    }
    // Alone is no group, and stays free to join a later one as its first.
    if (group.length === 1) continue;
    groups.push(group);
    for (const member of group) grouped.add(member);
  }
  return groups;
}

/** The bullets of a playbook in order; group positions count in this list. */
export function bulletsForDedupe(playbook: string): Bullet[] {
  return playbook
    .trim()
    .split('\n')
    .flatMap((line) => parseLooseBulletLine(line) ?? []);
}

/**
 * Each group becomes one bullet in the place of its first, with the first's id. `texts` has one entry a group: the
 * merged text, which takes the summed counters of all members; or null, which keeps the first line as it is.
 */
export function mergeGroups(
  playbook: string,
  groups: readonly DuplicateGroup[],
  texts: readonly (string | null)[],
): string {
  if (groups.length === 0) return playbook;
  const bullets = bulletsForDedupe(playbook);
  // The first of a group is never another's follower: groups open in order and only look forward.
  const dropped = new Set(groups.flatMap((group) => group.slice(1)));
  const merged = new Map<number, string>();
  for (const [index, group] of groups.entries()) {
    const content = texts[index] ?? null;
    const first = group[0];
    if (content === null || first === undefined) continue;
    const members = group.flatMap((member) => bullets[member] ?? []);
    merged.set(first, formatBulletLine(mergedBullet(members, content)));
  }

  // Lines that are no bullets (headers, free text, blanks) do not count in the groups' positions and always stay.
  let position = -1;
  return playbook
    .trim()
    .split('\n')
    .flatMap((line) => {
      if (parseLooseBulletLine(line) === null) return [line];
      position += 1;
      return dropped.has(position) ? [] : [merged.get(position) ?? line];
    })
    .join('\n');
}

function mergedBullet(members: readonly Bullet[], content: string): Bullet {
  return {
    id: members[0]?.id ?? '',
    helpful: members.reduce((sum, { helpful }) => sum + helpful, 0),
    harmful: members.reduce((sum, { harmful }) => sum + harmful, 0),
    content,
  };
}
