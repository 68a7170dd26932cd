import type { Edit } from '@/lib/domain/edit';
import { formatBulletLine } from './format-bullet-line';
import { type Bullet, parseBulletLine } from './parse-bullet-line';

/**
 * Update, merge and remove, one after the other on the lines of a playbook; additions are passed over. An edit that
 * names a bullet which is not there changes nothing and is not counted as applied.
 */
export function rewriteBullets(
  lines: readonly string[],
  edits: readonly Edit[],
): { readonly lines: readonly string[]; readonly applied: number } {
  let applied = 0;
  let current = lines;
  for (const edit of edits) {
    const next = rewrite(current, edit);
    if (next === null) continue;
    current = next;
    applied += 1;
  }
  return { lines: current, applied };
}

function rewrite(lines: readonly string[], edit: Edit): string[] | null {
  switch (edit.type) {
    case 'add':
      return null;
    case 'update':
      return replaceBullets(lines, [edit.bulletId], (bullet) => ({ ...bullet, content: edit.content }));
    case 'remove':
      return replaceBullets(lines, [edit.bulletId], () => null);
    case 'merge':
      return mergeBullets(lines, edit.bulletIds, edit.content);
  }
}

/** The first one named that exists keeps its place and id and takes the counters of all; the others go. */
function mergeBullets(lines: readonly string[], ids: readonly string[], content: string): string[] | null {
  const bullets = new Map(lines.flatMap((line) => entryOf(line)));
  const present = [...new Set(ids)].flatMap((id) => bullets.get(id) ?? []);
  const [first] = present;
  // One bullet alone is not merged: that would be an update in disguise, and one nobody asked for.
  if (first === undefined || present.length < 2) return null;
  const merged: Bullet = {
    id: first.id,
    helpful: present.reduce((sum, { helpful }) => sum + helpful, 0),
    harmful: present.reduce((sum, { harmful }) => sum + harmful, 0),
    content,
  };
  return replaceBullets(lines, ids, ({ id }) => (id === merged.id ? merged : null));
}

function entryOf(line: string): [string, Bullet][] {
  const bullet = parseBulletLine(line);
  return bullet === null ? [] : [[bullet.id, bullet]];
}

/** Null when none of the ids is there. */
function replaceBullets(
  lines: readonly string[],
  ids: readonly string[],
  replace: (bullet: Bullet) => Bullet | null,
): string[] | null {
  let found = false;
  const replaced = lines.flatMap((line) => {
    const bullet = parseBulletLine(line);
    if (bullet === null || !ids.includes(bullet.id)) return [line];
    found = true;
    const next = replace(bullet);
    return next === null ? [] : [formatBulletLine(next)];
  });
  return found ? replaced : null;
}
