import { PRIVATE_KINDS, type PrivateSpan } from '@/lib/domain/privacy';
import { SHAPES, type Shape } from './patterns';

/**
 * what in a text belongs in no prompt, in the order of the text, no two of them overlapping. The same text gives
 * the same spans; the time is proportional to its length. It decides nothing and keeps nothing.
 * Stops after each look, so that a server can do other work while it reads a long text.
 */
export function* detectInSteps(
  text: string,
  shapes: readonly Shape[] = SHAPES,
): Generator<void, readonly PrivateSpan[]> {
  const found: Bare[] = [];
  for (const shape of shapes) if (shape.mayHold(text)) yield* searchInSteps(shape, text, found);
  return united(found).map((one) => ({ ...one, masked: maskOf(text.slice(one.start, one.end)) }));
}

type Bare = Omit<PrivateSpan, 'masked'>;

function* searchInSteps(shape: Shape, text: string, found: Bare[]): Generator<void, void> {
  const matcher = shape.pattern.matcher(text);
  let isFound = matcher.find();
  while (isFound) {
    const start = matcher.start(shape.group);
    const runEnd = matcher.end(shape.group);
    const end = start + shape.accepts(text.slice(start, runEnd));
    const isWhole = !shape.before.test(text.charAt(start - 1)) && !shape.after.test(text.charAt(end));
    const isTaken = end > start && isWhole;
    if (isTaken) found.push({ kind: shape.kind, start, end });
    yield;
    // A short look-alike may hide a true one that begins within it; a long run is one thing and is passed.
    const shorter = isTaken ? end : shape.isShort ? start + 1 : runEnd;
    isFound = shorter < runEnd ? matcher.find(shorter) : matcher.find();
  }
}

/**
 * Merges findings that overlap, so that a redaction leaves no part of either. The kind is the
 * one that comes first in the list of kinds.
 */
function united(found: readonly Bare[]): Bare[] {
  const rank = (one: Bare) => PRIVATE_KINDS.indexOf(one.kind);
  const kept: Bare[] = [];
  for (const one of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || one.start >= last.end) kept.push(one);
    else
      kept[kept.length - 1] = {
        kind: rank(one) < rank(last) ? one.kind : last.kind,
        start: last.start,
        end: Math.max(last.end, one.end),
      };
  }
  return kept;
}

const MASK_LENGTH_MAX = 32;

/** Signs between letters and digits stay, so that a person sees what kind of thing it is, and nothing of it. */
export function maskOf(secret: string): string {
  const shown = secret.slice(0, MASK_LENGTH_MAX).replace(/[^\s@.:()/+-]/gu, '•');
  return secret.length > MASK_LENGTH_MAX ? `${shown}…` : shown;
}
