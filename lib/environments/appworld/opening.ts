import type { ChatMessage } from '@/lib/ports/language-model';
import { messagesOf } from './messages';
import { CODE_AGENT_PROMPT, OWNER_PLACE, PLAYBOOK_PLACE, TASK_PLACE } from './prompts/code-agent';
import type { WorldTask } from './world';

/** The messages that a conversation begins with: rules, playbook, worked example, and the task in the last one. */
export function openingOf(task: WorldTask, playbook: string): ChatMessage[] {
  const { first_name: first, last_name: last, email, phone_number: phone } = task.supervisor;
  const fillings: Readonly<Record<string, string>> = {
    [PLAYBOOK_PLACE]: playbook.trim() === '' ? '(empty)' : playbook,
    [OWNER_PLACE]: `${first} ${last} (${email}, ${phone}). In the world it is ${task.datetime}`,
    [TASK_PLACE]: task.instruction,
  };
  return messagesOf(CODE_AGENT_PROMPT).map(({ role, content }) => ({
    role,
    // In one pass, so that a place named in a text of others stays a text.
    content: content.replaceAll(/\{\{[a-z]+\}\}/g, (place) => fillings[place] ?? place),
  }));
}
