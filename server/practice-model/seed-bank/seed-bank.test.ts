import { describe, expect, it } from 'vitest';
import { readTask } from '@/lib/environments/read-task';
import { taskFilesOf, taskFolders } from '@/lib/environments/task-folders';
import { attemptTask } from '@/server/adapters/environments/attempt-task';
import { runTerminalLoop } from '@/server/adapters/environments/terminal/run-terminal-loop';
import { openTerminal } from '@/server/adapters/environments/terminal/terminal-session';
import { makeGate } from '@/server/adapters/gate';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { readPracticeTasks } from '@/server/services/environments/practice-tasks';
import { AnswerKeys } from '../answer-keys';
import { codesIn } from '../outcome';
import { PracticeModel } from '../practice-model';
import { HOUSE_RULE_IDS, HOUSE_RULES, houseAdviceOf, houseRulesNamedIn } from './house-rules';
import { seedBankTask } from './seed-bank-tasks';

const folders = taskFolders(readPracticeTasks());
const textOf = (files: (typeof folders)[number]['files'], path: string) =>
  new TextDecoder().decode(files.find((file) => file.path === path)?.content);

describe('the house rules', () => {
  it.each(HOUSE_RULE_IDS)('%s is taught by each of its wordings, and by those alone', (rule) => {
    for (const line of HOUSE_RULES[rule].advice) expect(codesIn(`- [str-00001] ${line}`)).toEqual([rule]);
  });

  it('are each named by the tests of some task, in the words by which they are known', () => {
    const statements = folders.flatMap(({ files }) =>
      [...textOf(files, 'tests/test.sh').matchAll(/^[a-z_]+='([^']*)'$/gm)].map(
        ([, text]) => `House rule: ${text}`,
      ),
    );
    const named = houseRulesNamedIn(statements.join('\n'));
    expect(named).toEqual(HOUSE_RULE_IDS);
  });

  it('of a task are the conventions that its file names', () => {
    for (const { path, files } of folders) {
      const conventions = /conventions = \[(.*)\]/.exec(textOf(files, 'task.toml'))?.[1] ?? '';
      const wanted = [...conventions.matchAll(/"([a-z-]+)"/g)].map(([, id]) => id).sort();
      const task = seedBankTask(textOf(files, 'instruction.md'));
      const rules = new Set(task?.lines.flatMap(({ rule }) => (rule === null ? [] : [rule])));
      expect({ path, rules: [...rules].sort() }).toEqual({ path, rules: wanted });
    }
  });
});

const whyNot = await bubblewrapSandboxes.whyNot();
const SOME = 6;
const LANES = 2;

/** The practice model as the terminal agent on some of the tasks. */
async function play(system: string, form: 'json' | 'xml') {
  const model = new PracticeModel(new AnswerKeys());
  const gate = makeGate(LANES);
  const { signal } = new AbortController();
  const tried = folders.filter((_, at) => at % SOME === 0);
  const results = await Promise.all(
    tried.map((folder) =>
      gate(async () => {
        const read = readTask(taskFilesOf(folder));
        if (!read.ok) throw new Error('The task cannot be read.');
        return attemptTask({
          ...{ sandboxes: bubblewrapSandboxes, task: read.task, files: folder.files, signal },
          solve: async (place) => {
            await runTerminalLoop({
              ...{ session: await openTerminal(place), instruction: place.instruction, form, system, signal },
              ask: async (messages) => model.reply({ messages, seed: 1 }),
            });
          },
        });
      }, signal),
    ),
  );
  return tried.map(({ path, files }, at) => {
    const result = results[at];
    const needsRule = !/conventions = \[\]/.test(textOf(files, 'task.toml'));
    return { path, needsRule, result, reward: result?.kind === 'judged' ? result.reward : result?.detail };
  });
}

describe.skipIf(whyNot !== null)(
  `the practice model in a terminal${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    it('solves the tasks that need no rule, and tests name a rule in each of the others', {
      timeout: 60_000,
    }, async () => {
      for (const { path, needsRule, result, reward } of await play('', 'json')) {
        expect({ path, reward }).toEqual({ path, reward: needsRule ? 0 : 1 });
        const output = result?.kind === 'judged' ? result.steps.map((step) => step.output).join() : '';
        expect(houseRulesNamedIn(output).length > 0).toBe(needsRule);
      }
    });

    it('solves them all once it is taught the rules', { timeout: 60_000 }, async () => {
      const taught = HOUSE_RULE_IDS.map((rule, at) => `[hou-0000${at}] ${houseAdviceOf(rule, 'x')}`).join(
        '\n',
      );
      for (const { path, reward } of await play(taught, 'xml'))
        expect({ path, reward }).toEqual({ path, reward: 1 });
    });
  },
);
