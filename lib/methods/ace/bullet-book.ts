import type { Edit } from '@/lib/domain/edit';
import type { Bullet } from './parse-bullet-line';

/**
 * Update, merge and remove on bullets by their id. Each gives a new book, or null where it names nothing that is
 * there: an edit written on an older state of the playbook changes nothing rather than the wrong thing. Knows nothing
 * of lines, sections, budgets or of who else wanted to change the same bullet (`settle-edits`).
 */
export type BulletBook<B extends Bullet = Bullet> = ReadonlyMap<string, B>;

/** Applies one edit. Additions need a section and an id, which a book does not know, so they change nothing here. */
export function rewriteBook<B extends Bullet>(book: BulletBook<B>, edit: Edit): BulletBook<B> | null {
  switch (edit.type) {
    case 'add':
      return null;
    case 'update':
      return updateBullet(book, edit.bulletId, edit.content);
    case 'remove':
      return removeBullet(book, edit.bulletId);
    case 'merge':
      return mergeBullets(book, edit.bulletIds, edit.content);
  }
}

/** Its counters stay: they tell how this place in the playbook has served, and a reworded bullet is still the same one. */
export function updateBullet<B extends Bullet>(
  book: BulletBook<B>,
  id: string,
  content: string,
): BulletBook<B> | null {
  const bullet = book.get(id);
  return bullet === undefined ? null : new Map(book).set(id, { ...bullet, content });
}

export function removeBullet<B extends Bullet>(book: BulletBook<B>, id: string): BulletBook<B> | null {
  if (!book.has(id)) return null;
  const rest = new Map(book);
  rest.delete(id);
  return rest;
}

/** The first one named that exists keeps its place and id and takes the counters of all; the others go. Without a text it keeps its own. */
export function mergeBullets<B extends Bullet>(
  book: BulletBook<B>,
  ids: readonly string[],
  content: string,
): BulletBook<B> | null {
  const present = [...new Set(ids)].flatMap((id) => book.get(id) ?? []);
  const [first] = present;
  // One bullet alone is not merged: that would be an update that the model did not request.
  if (first === undefined || present.length < 2) return null;
  const merged = new Map(book);
  for (const { id } of present) if (id !== first.id) merged.delete(id);
  const helpful = present.reduce((sum, bullet) => sum + bullet.helpful, 0);
  const harmful = present.reduce((sum, bullet) => sum + bullet.harmful, 0);
  return merged.set(first.id, { ...first, helpful, harmful, content: content || first.content });
}
