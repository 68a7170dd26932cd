import type { Update } from '@/lib/domain/update';

/**
 * Level 2 without a model: the lines of the first prompt, then those lines of the others that no earlier one has, in
 * group order. Whole prompts have no union in the strict sense; this one loses no line, but where two groups say one
 * thing in two wordings both stay, so the prompt grows faster than with a combining step.
 */
export function unitePrompts(updates: readonly Update[]): Update {
  const usable = updates.filter(({ invalid }) => invalid === null);
  const texts = usable.flatMap(({ text }) => (text === null ? [] : [text]));
  const [first, ...others] = texts;
  if (first === undefined) return { edits: [], text: null, reasoning: '', invalid: null };
  const lines = first.split('\n');
  const present = new Set(lines.map(keyOf));
  for (const line of others.flatMap((text) => text.split('\n'))) {
    const key = keyOf(line);
    if (key === '' || present.has(key)) continue;
    present.add(key);
    lines.push(line);
  }
  return { edits: [], text: lines.join('\n'), reasoning: `United ${texts.length} prompts.`, invalid: null };
}

/** Blanks and letter case make no second line. */
const keyOf = (line: string) => line.trim().replaceAll(/\s+/g, ' ').toLowerCase();
