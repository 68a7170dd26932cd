import { diffLines, diffWords } from 'diff';
import { type PlaybookBullet, readBullets } from '@/lib/projection/playbook-bullets';

/** The difference of two versions of a playbook, by bullet id and by line. */
export interface TextPart {
  readonly text: string;
  readonly mark: 'same' | 'added' | 'removed';
}

export interface BulletChange {
  readonly id: string;
  readonly section: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'counted';
  readonly parts: readonly TextPart[];
  readonly helpful: string;
  readonly harmful: string;
}

const counted = (before: number | undefined, after: number | undefined): string =>
  before === undefined || after === undefined || before === after
    ? String(after ?? before ?? 0)
    : `${before} → ${after}`;

/** Bullets that were added, removed or reworded, or whose counters alone changed, between two playbooks. */
export function diffBullets(before: string, after: string): readonly BulletChange[] {
  const old = new Map(readBullets(before).map((bullet) => [bullet.id, bullet]));
  const now = new Map(readBullets(after).map((bullet) => [bullet.id, bullet]));
  const ids = [...new Set([...now.keys(), ...old.keys()])];
  return ids.flatMap((id) => changeOf(old.get(id), now.get(id)));
}

function changeOf(old: PlaybookBullet | undefined, now: PlaybookBullet | undefined): readonly BulletChange[] {
  const known = now ?? old;
  if (known === undefined) return [];
  const counts = {
    id: known.id,
    section: known.section,
    helpful: counted(old?.helpful, now?.helpful),
    harmful: counted(old?.harmful, now?.harmful),
  };
  if (old === undefined) return [{ ...counts, kind: 'added', parts: [{ text: known.text, mark: 'added' }] }];
  if (now === undefined)
    return [{ ...counts, kind: 'removed', parts: [{ text: known.text, mark: 'removed' }] }];
  if (old.text !== now.text) return [{ ...counts, kind: 'changed', parts: words(old.text, now.text) }];
  if (old.helpful === now.helpful && old.harmful === now.harmful) return [];
  return [{ ...counts, kind: 'counted', parts: [{ text: known.text, mark: 'same' }] }];
}

function words(before: string, after: string): readonly TextPart[] {
  return diffWords(before, after).map((part) => ({
    text: part.value,
    mark: part.added ? 'added' : part.removed ? 'removed' : 'same',
  }));
}

export interface DiffLine {
  readonly key: string;
  readonly mark: TextPart['mark'];
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}

export function diffByLine(before: string, after: string): readonly DiffLine[] {
  let left = 0;
  let right = 0;
  return diffLines(ended(before), ended(after)).flatMap((part) =>
    part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): DiffLine => {
        const mark = part.added ? 'added' : part.removed ? 'removed' : 'same';
        if (mark !== 'added') left += 1;
        if (mark !== 'removed') right += 1;
        const numbers = { before: mark === 'added' ? null : left, after: mark === 'removed' ? null : right };
        return { key: `${numbers.before}:${numbers.after}`, mark, ...numbers, text };
      }),
  );
}

/** A last line is the same line whether a break follows it or not. */
export const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Sections at most: what a run begins with. A text in another form than bullets is not empty. */
export function isEmptyPlaybook(text: string): boolean {
  return text.replaceAll(/^##.*$/gm, '').trim() === '';
}
