import type { Edit } from '@/lib/domain/edit';
import { countTokens } from '@/lib/stats/count-tokens';
import { type BulletBook, rewriteBook } from './bullet-book';
import { formatBulletLine } from './format-bullet-line';
import { parseBulletLine } from './parse-bullet-line';

export interface RewrittenLines {
  readonly lines: readonly string[];
  readonly applied: number;
}

/**
 * Update, merge and remove, one after the other on the lines of a playbook; additions are passed over. An edit that
 * names a bullet which is not there changes nothing and is not counted as applied, and neither is one that would make
 * the playbook grow past its token budget: the bullet then stays as it was.
 */
export function rewriteBullets(
  lines: readonly string[],
  edits: readonly Edit[],
  tokenBudget: number | null = null,
): RewrittenLines {
  const before: BulletBook = new Map(lines.flatMap(entryOf));
  let book = before;
  let current = lines;
  let applied = 0;
  for (const edit of edits) {
    const next = rewriteBook(book, edit);
    if (next === null) continue;
    const rewritten = linesOf(lines, before, next);
    if (tokenBudget !== null && growsPast(tokenBudget, current, rewritten)) continue;
    book = next;
    current = rewritten;
    applied += 1;
  }
  return { lines: current, applied };
}

/** A playbook that is too long already may still shrink, and may change at its length. */
function growsPast(budget: number, before: readonly string[], after: readonly string[]): boolean {
  const tokens = countTokens(after.join('\n'));
  return tokens > budget && tokens > countTokens(before.join('\n'));
}

/** The lines after the edits; a line that no edit touched stays letter for letter, spaces included. */
function linesOf(lines: readonly string[], before: BulletBook, after: BulletBook): string[] {
  return lines.flatMap((line) => {
    const id = parseBulletLine(line)?.id;
    if (id === undefined) return [line];
    const bullet = after.get(id);
    if (bullet === undefined) return [];
    return [bullet === before.get(id) ? line : formatBulletLine(bullet)];
  });
}

function entryOf(line: string) {
  const bullet = parseBulletLine(line);
  return bullet === null ? [] : [[bullet.id, bullet] as const];
}
