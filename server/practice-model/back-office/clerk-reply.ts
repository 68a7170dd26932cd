import type { PracticeSettings } from '@/lib/domain/practice-settings';
import { afterEffects } from '../optional-effects';
import { NOTE_UNKNOWN_QUESTION, type PracticeReply } from '../reply-shape';
import { officeTaskIn } from './practice-office';
import type { RuleId } from './rules';
import type { OfficeTask } from './tasks';
import type { ToolCall, ToolName } from './tools';

/**
 * The next turn of a clerk in the back office: a tool call, or the last words. It reads its system text and the
 * conversation: the rules that the text teaches decide how the clerk acts, and the number of its turns so far where it is.
 */
export interface ClerkTurn {
  /** Ids of the playbook's lines that teach each rule; a rule that no line teaches is absent. */
  readonly taught: ReadonlyMap<string, readonly string[]>;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly seed: number;
  readonly settings: PracticeSettings;
}

export function clerkReply({ taught, system, messages, seed, settings }: ClerkTurn): PracticeReply {
  const ticket = messages.find(({ role }) => role === 'user')?.content ?? '';
  const task = officeTaskIn(ticket);
  if (task === undefined)
    return { text: 'This ticket is new to me; I leave it as it is.', note: NOTE_UNKNOWN_QUESTION };
  const knows = (rule: RuleId) => taught.has(rule);
  const isRight = task.difficulty === 'easy' || (task.difficulty === 'learnable' && task.rules.every(knows));
  const stays = afterEffects(isRight, { exampleId: task.id, prompt: system, seed }, settings);
  const plan = task.plan(heeded(task, { knows, isRight, stays }));
  const next = plan[messages.filter(({ role }) => role === 'assistant').length];
  if (next === undefined) return { text: lastWords(messages.at(-1)?.content ?? ''), note: null };
  return {
    text: thought(next, taught),
    note: null,
    call: { name: next.tool, arguments: JSON.stringify(next.input) },
  };
}

interface Clerk {
  readonly knows: (rule: RuleId) => boolean;
  readonly isRight: boolean;
  /** The same after noise and long prompts. */
  readonly stays: boolean;
}

/** A hard ticket goes wrong whatever is known; noise turns a clerk who would be right into one who knows nothing, and back. */
function heeded({ difficulty }: OfficeTask, { knows, isRight, stays }: Clerk): (rule: RuleId) => boolean {
  if (isRight === stays) return difficulty === 'hard' ? () => false : knows;
  return () => stays;
}

const THOUGHTS: Readonly<Record<ToolName, string>> = {
  look_up_orders: 'First I look the order up.',
  check_stock: 'I check the shelf.',
  look_up_policy: 'The policy has a rule for this; I read it before I act.',
  issue_refund: 'I pay the refund.',
  request_approval: 'This needs an approval first.',
  ship_items: 'I send the goods.',
  order_stock: 'I order from the supplier.',
  book_slot: 'I enter the time into the calendar.',
  close_ticket: 'That settles the ticket.',
};

/** Names the lines of the playbook that it follows. */
function thought({ tool, input }: ToolCall, taught: ClerkTurn['taught']): string {
  const ids = tool === 'look_up_policy' ? (taught.get(input.topic) ?? []) : [];
  return `${THOUGHTS[tool]}${ids.length === 0 ? '' : ` ${ids.map((id) => `[${id}]`).join(' ')}`}`;
}

/** The receipt of the closed ticket is what shows the office which world this was. */
function lastWords(said: string): string {
  const closed = /"closed":"([a-z]+)"/.exec(said)?.[1];
  const receipt = /"receipt":"([^"]+)"/.exec(said)?.[1];
  if (closed === undefined) return 'I could not close the ticket.';
  return `The ticket is closed as ${closed}.${receipt === undefined ? '' : ` Receipt: ${receipt}`}`;
}
