import { AppError } from '@/lib/errors/app-error';
import type { ChatMessage } from '@/lib/ports/language-model';

/** Recognised in any place, also at the end of a sentence, as the published agent does. */
const ROLE_LINE = /(user|assistant|system):\n/gi;

/**
 * A prompt written as one text, cut into messages at its role lines. Fill in texts of others after the cut, never
 * before it: a playbook or a task that holds a role line would otherwise begin a message of its own.
 *
 * @throws AppError INPUT_INVALID where no role, or text before the first role, is found.
 */
export function messagesOf(prompt: string): ChatMessage[] {
  const marks = [...prompt.matchAll(ROLE_LINE)];
  if (marks[0]?.index !== 0)
    throw new AppError('INPUT_INVALID', 'A prompt begins with a line "USER:", "ASSISTANT:" or "SYSTEM:".', {
      howToProceed: ['Begin the prompt with the role of its first message, on a line of its own.'],
    });
  return marks.map((mark, at) => ({
    role: (mark[1] ?? '').toLowerCase() as ChatMessage['role'],
    content: prompt.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? prompt.length),
  }));
}
