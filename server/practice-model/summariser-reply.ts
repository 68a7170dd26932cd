import type { AnswerKeys } from './answer-keys';
import { insightSentence } from './insight-text';
import { keptLines } from './kept-lines';
import { entriesOf } from './optimiser-reply';
import type { PromptPart } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/**
 * Sums up m reflections: keeps each lesson that it reads with probability rho(m), by the one curve, and writes them
 * under the label that the prompt asks for. A record that names no lesson (GEPA's) teaches the insight of its question.
 */
export function summariserReply(
  system: string,
  parts: readonly PromptPart[],
  { seed, keys }: { readonly seed: number; readonly keys: AnswerKeys },
): PracticeReply {
  const label = /begins with "([^":]+):"/.exec(system)?.[1] ?? 'Key insight';
  const inputs = entriesOf(parts, 'reflections', 'reflection').map((text) => lessonsIn(text, label, keys));
  const kept = keptLines(inputs, { seed, keys });
  const opening = `${kept.length} of ${inputs.flat().length} lessons from ${inputs.length} inputs.`;
  return { text: [opening, ...kept.map((line) => `${label}: ${line}`)].join('\n'), note: null };
}

function lessonsIn(text: string, label: string, keys: AnswerKeys): string[] {
  const marked = text.split('\n').filter((line) => line.startsWith(`${label}:`));
  if (marked.length > 0) return marked.map((line) => line.slice(label.length + 1).trim());
  const question = /^## Question\n([\s\S]*?)(?=\n\n## |$)/.exec(text)?.[1]?.trim() ?? '';
  const example = keys.find(question);
  return example === undefined ? [] : [insightSentence({ ...example, question })];
}
