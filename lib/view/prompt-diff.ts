import { diffLines, diffWordsWithSpace } from 'diff';
import { ended, type TextPart } from './playbook-diff';

/**
 * Two texts against each other, for reading: word by word, or line by line in two columns, where a rewritten line
 * is next to its old version with the changed words marked. Long unchanged stretches are folded. Knows
 * nothing of bullets (`playbook-diff`).
 */

/** More edits than these are no comparison any more, and finding the fewest would take seconds (cost O(n d)). */
const EDITS_MAX = 4_000;
/** Unchanged lines that are left in sight around a change, and how many must be hidden for it to be worth a fold. */
const CONTEXT = 3;
const FOLD_MIN = 4;

const markOf = (part: { readonly added?: boolean; readonly removed?: boolean }): TextPart['mark'] =>
  part.added ? 'added' : part.removed ? 'removed' : 'same';

/** The old text and then the new one where hardly a word is common. */
export function diffByWord(before: string, after: string): readonly TextPart[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX });
  if (parts === undefined) return wholly(before, after);
  return parts.map((part) => ({ text: part.value, mark: markOf(part) }));
}

function wholly(before: string, after: string): readonly TextPart[] {
  const both: readonly TextPart[] = [
    { text: before, mark: 'removed' },
    { text: after, mark: 'added' },
  ];
  return both.filter(({ text }) => text !== '');
}

export interface DiffSide {
  /** The line's number, from 1. */
  readonly line: number;
  readonly parts: readonly TextPart[];
}

/** Null = no such line on that side. */
export interface DiffPair {
  readonly key: string;
  readonly isSame: boolean;
  readonly left: DiffSide | null;
  readonly right: DiffSide | null;
}

export function diffSideBySide(before: string, after: string): readonly DiffPair[] {
  const pairs: DiffPair[] = [];
  let gone: readonly string[] = [];
  let [left, right] = [0, 0];
  const put = (old: string | undefined, now: string | undefined, isSame: boolean) => {
    if (old !== undefined) left += 1;
    if (now !== undefined) right += 1;
    const [was, is] = isSame ? [plain(old), plain(now)] : rewritten(old, now);
    pairs.push({
      key: `${old === undefined ? '' : left}:${now === undefined ? '' : right}`,
      isSame,
      left: was && { line: left, parts: was },
      right: is && { line: right, parts: is },
    });
  };
  const settle = (came: readonly string[]) => {
    for (let at = 0; at < Math.max(gone.length, came.length); at += 1) put(gone[at], came[at], false);
    gone = [];
  };
  for (const part of diffLines(ended(before), ended(after))) {
    const lines = part.value.replace(/\n$/, '').split('\n');
    // The library reports a removal before its replacement, so removed lines wait for the added ones.
    if (part.removed) gone = lines;
    else if (part.added) settle(lines);
    else {
      settle([]);
      for (const line of lines) put(line, line, true);
    }
  }
  settle([]);
  return pairs;
}

const plain = (text: string | undefined): readonly TextPart[] | null =>
  text === undefined ? null : [{ text, mark: 'same' }];

/** Each side keeps its own words; those that the other has too are not marked. */
function rewritten(
  old: string | undefined,
  now: string | undefined,
): readonly [readonly TextPart[] | null, readonly TextPart[] | null] {
  if (old === undefined) return [null, [{ text: now ?? '', mark: 'added' }]];
  if (now === undefined) return [[{ text: old, mark: 'removed' }], null];
  const parts = diffByWord(old, now);
  return [parts.filter(({ mark }) => mark !== 'added'), parts.filter(({ mark }) => mark !== 'removed')];
}

export type FoldedRows<Row> =
  | { readonly kind: 'shown'; readonly rows: readonly Row[] }
  | { readonly kind: 'folded'; readonly key: string; readonly rows: readonly Row[] };

/** Long stretches of what stayed are folded; a text without any change is shown whole. */
export function foldUnchanged<Row extends { readonly key: string }>(
  rows: readonly Row[],
  isSame: (row: Row) => boolean,
): readonly FoldedRows<Row>[] {
  const changed = rows.flatMap((row, at) => (isSame(row) ? [] : [at]));
  if (changed.length === 0) return [{ kind: 'shown', rows }];
  const near = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * CONTEXT + 1 }, (_, step) => at - CONTEXT + step)),
  );
  const stretches: { isNear: boolean; rows: Row[] }[] = [];
  for (const [at, row] of rows.entries()) {
    const last = stretches.at(-1);
    if (last && last.isNear === near.has(at)) last.rows.push(row);
    else stretches.push({ isNear: near.has(at), rows: [row] });
  }
  return stretches.map(({ isNear, rows: own }) =>
    isNear || own.length < FOLD_MIN
      ? { kind: 'shown', rows: own }
      : { kind: 'folded', key: own[0]?.key ?? '', rows: own },
  );
}
