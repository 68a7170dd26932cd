import type { ChatMessage } from '@/lib/ports/language-model';

/** Outputs of the world as messages, and a conversation that is kept within its limit of characters. */

const OUTPUT_CHARS_MAX = 20_000;
const CUT = '\n[REST NOT SHOWN FOR BREVITY]';
const OUTPUT = 'Output:\n```\n';
const HIDDEN_OUTPUT = `${OUTPUT}[NOT SHOWN FOR BREVITY]\`\`\`\n\n`;
const TURNS_DROPPED = '[TRIMMED HISTORY]\n\n';
export const HISTORY_CHARS_MAX = 400_000;
/** The newest messages, whose outputs the next step needs. */
const NEWEST = 5;

/** Counted in code points, as the published agent does. */
export function cutOutput(output: string): string {
  // Code points are never more than code units, so most outputs need no count.
  if (output.length <= OUTPUT_CHARS_MAX) return output;
  const characters = [...output];
  if (characters.length <= OUTPUT_CHARS_MAX) return output;
  return characters.slice(0, OUTPUT_CHARS_MAX).join('') + CUT;
}

export function outputMessage(output: string): ChatMessage {
  return { role: 'user', content: `${OUTPUT}${cutOutput(output)}\`\`\`\n\n` };
}

/**
 * The conversation within `charsMax`, counted from the message with the task on: outputs are hidden first, the oldest
 * first, but for the newest five messages; then whole turns (reply and output) are dropped, the oldest first. The
 * opening and the newest turn are always kept, so a conversation may stay too long: the model then refuses it.
 */
export function trimHistory(
  messages: readonly ChatMessage[],
  openingLength: number,
  charsMax = HISTORY_CHARS_MAX,
): ChatMessage[] {
  const opening = messages.slice(0, openingLength - 1);
  const [task, ...turns] = messages.slice(openingLength - 1);
  if (task === undefined) return [...messages];
  let chars = charsOf(task) + turns.reduce((sum, message) => sum + charsOf(message), 0);

  for (let at = 0; at < turns.length - NEWEST && chars > charsMax; at += 1) {
    const message = turns[at];
    if (message?.role !== 'user' || !message.content.startsWith(OUTPUT)) continue;
    const hidden: ChatMessage = { role: 'user', content: HIDDEN_OUTPUT };
    if (charsOf(message) <= charsOf(hidden)) continue;
    chars += charsOf(hidden) - charsOf(message);
    turns[at] = hidden;
  }

  let dropped = 0;
  while (chars > charsMax && turns.length - dropped > 2) {
    const [reply, output] = turns.slice(dropped, dropped + 2);
    chars -= (reply ? charsOf(reply) : 0) + (output ? charsOf(output) : 0);
    dropped += 2;
  }
  const told = dropped === 0 ? task : { ...task, content: task.content + TURNS_DROPPED };
  return [...opening, told, ...turns.slice(dropped)];
}

const charsOf = ({ role, content }: ChatMessage): number => role.length + ':\n'.length + content.length;
