import { decideTurn, FIRST_TURN } from '@/lib/environments/terminal/decide-turn';
import { limitOutput } from '@/lib/environments/terminal/limit-output';
import { readJsonReply } from '@/lib/environments/terminal/read-json-reply';
import { readXmlReply } from '@/lib/environments/terminal/read-xml-reply';
import { type ReplyForm, screenMessage, terminalPrompt } from '@/lib/environments/terminal/terminal-prompt';
import { type TerminalCommand, waitSeconds } from '@/lib/environments/terminal/terminal-reply';
import type { ChatMessage } from '@/lib/ports/language-model';
import type { TerminalLook, TerminalSession } from './terminal-session';

/** `limit` = the rollout may make no further call. */
export type AskTerminalModel = (
  messages: readonly ChatMessage[],
) => Promise<{ readonly text: string } | 'limit'>;

export interface TerminalLoop {
  readonly ask: AskTerminalModel;
  readonly session: TerminalSession;
  readonly instruction: string;
  /** The learned text; empty = none. */
  readonly system: string;
  readonly form: ReplyForm;
  readonly signal: AbortSignal;
}

export interface TerminalEnd {
  /** `lost` = the agent has made its terminal unusable. */
  readonly how: 'completed' | 'limit' | 'lost';
  /** The model's last reply. */
  readonly text: string;
  readonly turns: number;
}

/** Characters of a conversation; above it the oldest screens are left out first. */
const CONVERSATION_CHARS_MAX = 300_000;
const LEFT_OUT = '(This output was left out, since the conversation grew too long.)';

/**
 * The loop in the manner of Terminus 2: ask, type, show the screen, until the model has said twice in a row that the task is
 * complete, or may not be asked again. @throws the signal's reason once the time is over
 */
export async function runTerminalLoop(loop: TerminalLoop): Promise<TerminalEnd> {
  const { ask, session, instruction, system, form, signal } = loop;
  const read = form === 'json' ? readJsonReply : readXmlReply;
  const messages: ChatMessage[] = [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user', content: terminalPrompt(instruction, form, (await session.look()).screen) },
  ];
  let state = FIRST_TURN;
  let text = '';
  for (let turns = 0; ; turns += 1) {
    signal.throwIfAborted();
    const said = await ask(withinLength(messages));
    if (said === 'limit') return { how: 'limit', text, turns };
    text = said.text;
    messages.push({ role: 'assistant', content: text });
    const reply = read(text);
    const turn = decideTurn(state, reply);
    if (turn.kind === 'finish') return { how: 'completed', text, turns: turns + 1 };
    state = turn.state;
    const { screen, isLost } = await typed(session, turn.kind === 'repeat' ? [] : reply.commands);
    if (isLost) return { how: 'lost', text, turns: turns + 1 };
    messages.push({ role: 'user', content: screenMessage(turn.feedback, screen) });
  }
}

/** Commands that were meant for a shell that has ended meanwhile are not typed into the next one. */
async function typed(session: TerminalSession, commands: readonly TerminalCommand[]) {
  const looks: TerminalLook[] = [];
  for (const command of commands) {
    looks.push(await session.type(command.keystrokes, waitSeconds(command)));
    if (looks.at(-1)?.shell !== 'same') break;
  }
  const left = commands.length - looks.length;
  if (looks.at(-1)?.shell !== 'same') looks.push(await session.look());
  const notes = looks.flatMap((look) => look.notes);
  if (left > 0) notes.push(`[Commands that were not typed: the last ${left}.]`);
  return {
    screen: [limitOutput(looks.map(({ screen }) => screen).join('')), ...new Set(notes)].join('\n'),
    isLost: looks.some(({ shell }) => shell === 'lost'),
  };
}

/** The opening and the last screens stay; of older turns the replies stay and the screens go. */
function withinLength(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  let length = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (length <= CONVERSATION_CHARS_MAX) return messages;
  const opening = messages.findIndex(({ role }) => role === 'user');
  return messages.map((message, at) => {
    if (
      length <= CONVERSATION_CHARS_MAX ||
      message.role !== 'user' ||
      at <= opening ||
      at >= messages.length - 2
    )
      return message;
    length -= message.content.length - LEFT_OUT.length;
    return { ...message, content: LEFT_OUT };
  });
}
