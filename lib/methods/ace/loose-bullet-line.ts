import { contentHash } from '@/lib/domain/content-hash';
import { type Bullet, parseBulletLine } from './parse-bullet-line';

/**
 * Like `parseBulletLine`, but takes any line with `::` in it for a bullet without counters, as hand-written playbooks
 * have them. Only the search for near-duplicates reads this loosely. Its id is a stand-in made from the line.
 */
export function parseLooseBulletLine(line: string): Bullet | null {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return null;
  const bullet = parseBulletLine(trimmed);
  if (bullet !== null) return { ...bullet, content: bullet.content.trim() };
  const at = trimmed.indexOf('::');
  if (at === -1) return null;
  const number = Number.parseInt(contentHash(trimmed).slice(0, 6), 16) % 10_000;
  const id = `unknown-${String(number).padStart(4, '0')}`;
  return { id, helpful: 0, harmful: 0, content: trimmed.slice(at + 2).trim() };
}
