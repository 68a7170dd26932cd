import type { PracticeSettings } from '@/lib/domain/practice-settings';
import { formOfPrompt, taskOfPrompt } from '@/lib/environments/terminal/terminal-prompt';
import type { TaughtCodes } from '../generator-reply';
import { afterEffects } from '../optional-effects';
import { NOTE_UNKNOWN_QUESTION, type PracticeReply } from '../reply-shape';
import type { HouseRuleId } from './house-rules';
import { type SeedBankTask, seedBankTask } from './seed-bank-tasks';

/**
 * The next turn of an agent in a terminal: look around, do the work in one script, say twice that it is complete. The
 * script follows the house rules that the system text teaches and leaves the others out. A task that is new to it is
 * given up.
 */
export interface TerminalTurn {
  readonly taught: TaughtCodes;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly seed: number;
  readonly settings: PracticeSettings;
}

/** Undefined where the request is none of an agent in a terminal. */
export function terminalTurn({
  taught,
  system,
  messages,
  seed,
  settings,
}: TerminalTurn): PracticeReply | undefined {
  const opening = messages.find(({ role }) => role === 'user')?.content ?? '';
  const instruction = taskOfPrompt(opening);
  if (instruction === null) return undefined;
  const task = seedBankTask(instruction);
  const turns = messages.filter(({ role }) => role === 'assistant').length;
  const form = formOfPrompt(opening);
  const say = (said: Omit<Said, 'form'>): PracticeReply => ({
    text: written({ ...said, form }),
    note: task === undefined ? NOTE_UNKNOWN_QUESTION : null,
  });
  if (task === undefined || turns > 1)
    return say({ analysis: DONE, plan: 'Nothing is left to do.', keys: [], isComplete: true });
  if (turns === 0)
    return say({
      analysis: 'I look around first.',
      plan: 'List the files, then work.',
      keys: ['ls -R\n'],
      isComplete: false,
    });
  const rules = [...new Set(task.lines.flatMap(({ rule }) => (rule === null ? [] : [rule])))];
  const isRight = rules.every((rule) => taught.has(rule));
  const stays = afterEffects(isRight, { exampleId: task.id, prompt: system, seed }, settings);
  const heeds = isRight === stays ? (rule: HouseRuleId) => taught.has(rule) : () => stays;
  const cited = rules.flatMap((rule) => taught.get(rule) ?? []).map((id) => `[${id}]`);
  const analysis = ['I know what to do.', ...cited].join(' ');
  return say({
    analysis,
    plan: 'Write a script and run it.',
    keys: [scriptOf(task, heeds)],
    isComplete: false,
  });
}

const DONE = 'The files are as they should be.';
const END = 'END_OF_SCRIPT';
const FILE = '/tmp/work.sh';

function scriptOf({ lines }: SeedBankTask, heeds: (rule: HouseRuleId) => boolean): string {
  const kept = lines.flatMap(({ text, rule }) => (rule === null || heeds(rule) ? [text] : []));
  return `cat > ${FILE} <<'${END}'\n${kept.join('\n').trimEnd()}\n${END}\nbash ${FILE}\nrm ${FILE}\n`;
}

interface Said {
  readonly form: 'json' | 'xml';
  readonly analysis: string;
  readonly plan: string;
  readonly keys: readonly string[];
  readonly isComplete: boolean;
}

const SECONDS = 20;

function written({ form, analysis, plan, keys, isComplete }: Said): string {
  if (form === 'json') {
    const commands = keys.map((keystrokes) => ({ keystrokes, duration: SECONDS }));
    return JSON.stringify({ analysis, plan, commands, task_complete: isComplete });
  }
  const typed = keys.map((text) => `<keystrokes duration="${SECONDS}">${text}</keystrokes>`).join('\n');
  return `<response>\n<analysis>${analysis}</analysis>\n<plan>${plan}</plan>\n<commands>\n${typed}\n</commands>\n<task_complete>${isComplete}</task_complete>\n</response>`;
}
