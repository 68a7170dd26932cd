import { keptAtLevelTwo, keptLines, linesOf, withLines } from './kept-lines';
import type { PracticeCall } from './practice-call';
import { type PromptPart, readParts, restored, textOf } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/**
 * TextGrad's optimiser at both levels: the lines of the current prompt stay, and what it reads in its m inputs is kept
 * with probability rho(m). Gradients of earlier steps are inputs like any other.
 */
export function optimiserReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const inputs = ['earlier_gradients', 'prompt_gradients']
    .flatMap((name) => entriesOf(parts, name, 'prompt_gradient'))
    .map(changesIn);
  return improved(parts, keptLines(inputs, call));
}

/** Level 2: what each proposed prompt has and the current one has not. */
export function combiningOptimiserReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const present = new Set(linesOf(textOf(parts, 'current_prompt') ?? ''));
  const inputs = entriesOf(parts, 'proposed_prompts', 'proposed_prompt').map((proposal) =>
    linesOf(proposal).filter((line) => !present.has(line)),
  );
  return improved(parts, keptAtLevelTwo(inputs, call));
}

function improved(parts: readonly PromptPart[], lines: readonly string[]): PracticeReply {
  const prompt = withLines(textOf(parts, 'current_prompt') ?? '', lines);
  return { text: `<improved_prompt>\n${prompt}\n</improved_prompt>`, note: null };
}

export function entriesOf(parts: readonly PromptPart[], outer: string, inner: string): string[] {
  const body = parts.find((part) => part.name === outer)?.body ?? '';
  return readParts(body).flatMap((part) => (part.name === inner ? [restored(part.body)] : []));
}

function changesIn(gradient: string): string[] {
  return Array.from(gradient.matchAll(/^\s*Change:[ \t]*(\S.*)$/gm), (match) => (match[1] ?? '').trim());
}
