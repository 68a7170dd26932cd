/**
 * Opening message to the model of a terminal agent: the task, the form of a reply, and how the terminal behaves. The
 * learned text comes before it, as the system message.
 */
export type ReplyForm = 'json' | 'xml';

export const TERMINAL_OPENING = 'You work in a terminal on a Linux machine.';
const TASK_OPEN = '<task>';
const TASK_CLOSE = '</task>';

export function terminalPrompt(instruction: string, form: ReplyForm, screen: string): string {
  return [
    TERMINAL_OPENING,
    'Solve the task below by typing into it. Questions are not answered; you see only what the terminal shows.',
    '',
    `${TASK_OPEN}\n${instruction.trim()}\n${TASK_CLOSE}`,
    '',
    form === 'json' ? JSON_FORM : XML_FORM,
    '',
    'Keystrokes are typed as they are, so end a command with a line end. Keystrokes that are only C-c, C-d, Enter, Tab or the name of an arrow key press that key. The duration is how many seconds to wait for the command at most, 60 at the longest; a quick command needs 1. Output over 10 kB is cut in the middle. Say that the task is complete only after you have looked at the result; you will be asked once more.',
    '',
    `The terminal shows:\n${screen}`,
  ].join('\n');
}

const JSON_FORM = `Reply with one JSON object and nothing else:
{"analysis": "what you see and what is left to do", "plan": "the next steps", "commands": [{"keystrokes": "ls -la\\n", "duration": 1}], "task_complete": false}`;

const XML_FORM = `Reply in these tags and nothing else:
<response>
<analysis>what you see and what is left to do</analysis>
<plan>the next steps</plan>
<commands>
<keystrokes duration="1">ls -la
</keystrokes>
</commands>
<task_complete>false</task_complete>
</response>`;

/** The task of an opening; null where the text is none. */
export function taskOfPrompt(prompt: string): string | null {
  if (!prompt.startsWith(TERMINAL_OPENING)) return null;
  const from = prompt.indexOf(TASK_OPEN);
  const to = prompt.indexOf(TASK_CLOSE, from);
  return from === -1 || to === -1 ? null : prompt.slice(from + TASK_OPEN.length, to).trim();
}

export const formOfPrompt = (prompt: string): ReplyForm => (prompt.includes(XML_FORM) ? 'xml' : 'json');

/** The message after its commands ran. */
export function screenMessage(feedback: string, screen: string): string {
  return [...(feedback === '' ? [] : [feedback]), `The terminal shows:\n${screen}`].join('\n\n');
}
