import { keptLines } from './kept-lines';
import { LABEL_USUAL, lessonsRead } from './lessons-read';
import { entriesOf } from './optimiser-reply';
import type { PracticeCall } from './practice-call';
import type { PromptPart } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/**
 * Sums up m reflections: keeps each lesson that it reads with probability rho(m), by the one curve, and writes them
 * under the label that the prompt asks for. A record that names no lesson (GEPA's) teaches the insight of its question.
 */
export function summariserReply(
  system: string,
  parts: readonly PromptPart[],
  call: PracticeCall,
): PracticeReply {
  const label = /begins with "([^":]+):"/.exec(system)?.[1] ?? LABEL_USUAL;
  const inputs = entriesOf(parts, 'reflections', 'reflection').map((text) =>
    lessonsRead(text, call.keys, label),
  );
  const kept = keptLines(inputs, call);
  const opening = `${kept.length} of ${inputs.flat().length} lessons from ${inputs.length} inputs.`;
  return { text: [opening, ...kept.map((line) => `${label}: ${line}`)].join('\n'), note: null };
}
