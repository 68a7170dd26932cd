import { formatBulletLine } from '@/lib/methods/ace/format-bullet-line';
import type { Bullet } from '@/lib/methods/ace/parse-bullet-line';
import { playbookTags } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';

/** Several bullets that nearly say the same, into one. */
export const MERGER_VERSION = 1;

const INSTRUCTIONS = `You merge near-duplicate bullets.
The bullets below come from one playbook and say nearly the same thing. Write the one bullet that replaces them.

- Every formula, figure, unit, condition, exception, code and bracketed mark that any of them has must be in it.
- What they share is said once. Nothing is added that none of them says.
- One line, without id and counts.

Reply with one JSON object and nothing else:
{"reasoning": "what they share and what each adds", "content": "the merged bullet"}`;

export function mergerMessages(bullets: readonly Bullet[]): ChatMessage[] {
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: playbookTags.part('bullets', bullets.map(formatBulletLine).join('\n')) },
  ];
}
