import { part } from '@/lib/methods/prompting/tagged-parts';

/** What both levels are told of the text that they rewrite. The same base at every call of a scan. */
export interface RewritePrompt {
  readonly current: string;
  /** The name of the component, where the candidate has several; the others are not shown and stay as they are. */
  readonly component: string | null;
}

export function currentText({ current, component }: RewritePrompt): string[] {
  const name = component === null ? [] : [part('component', component)];
  return [...name, part('current_text', current)];
}

/** How both levels choose. Generic merging is what makes large batches useless, so it is ruled out in so many words. */
export const KEEPING_RULES = `- Keep what the current text already says, word for word where nothing speaks against it, unless a record or a proposal shows it to be wrong.
- Keep every specific detail literally: formulas, figures, units, conditions, names, exceptions, codes and bracketed marks. Give each its own line or passage.
- Never melt several distinct details into one general sentence. Ten distinct details become ten lines, and a long text is fine.
- Where two details contradict each other, keep the more specific one that fits the task better.
- Write for a reader who sees only this text: no "in this record", no "the model should have".`;

/** The fence is how the text is told from what is said about it; a reply without one is never adopted. */
export const FENCE_FORMAT = `If a component is named, the current text is that part of a larger system: write that part only.

Reply with the whole new text, not with the changes alone, between one line of three backticks before it and one after it:
\`\`\`
the whole new text
\`\`\`
If the text holds such lines itself, use four backticks for these two.`;
