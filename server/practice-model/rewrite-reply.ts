import { keptAtLevelTwo, keptLines, linesOf, withLines } from './kept-lines';
import { lessonsRead } from './lessons-read';
import { entriesOf } from './optimiser-reply';
import type { PracticeCall } from './practice-call';
import { type PromptPart, textOf } from './prompt-parts';
import { NOTE_UNKNOWN_QUESTION, type PracticeReply } from './reply-shape';

/**
 * GEPA's proposer and combiner: the lines of the current text stay, and what is read in the m inputs is kept with
 * probability rho(m). The whole new text comes between two fences.
 */
export function proposerReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const inputs = entriesOf(parts, 'records', 'record').map((record) => lessonsRead(record, call.keys));
  const isNew = inputs.length > 0 && inputs.every((lines) => lines.length === 0);
  return rewritten(parts, keptLines(inputs, call), isNew ? NOTE_UNKNOWN_QUESTION : null);
}

/** Level 2: what each proposed text has and the current one has not. */
export function textCombinerReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const present = new Set(linesOf(textOf(parts, 'current_text') ?? ''));
  const inputs = entriesOf(parts, 'proposals', 'proposal').map((proposal) =>
    linesOf(proposal).filter((line) => !present.has(line)),
  );
  return rewritten(parts, keptAtLevelTwo(inputs, call), null);
}

function rewritten(
  parts: readonly PromptPart[],
  lines: readonly string[],
  note: string | null,
): PracticeReply {
  const text = withLines(textOf(parts, 'current_text') ?? '', lines);
  // A fence longer than any inside it.
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return { text: `The text with what the inputs taught:\n${fence}\n${text}\n${fence}`, note };
}
