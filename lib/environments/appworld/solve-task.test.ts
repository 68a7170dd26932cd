import { describe, expect, it } from 'vitest';
import { EMPTY_PLAIN_PLAYBOOK } from '@/lib/methods/ace/plain-playbook';
import type { ChatMessage } from '@/lib/ports/language-model';
import { worldInMemory } from '@/lib/testing/appworld/world-in-memory';
import { learnFromTask } from './learn-from-task';
import { type AskModel, type SolvedTask, solveTask } from './solve-task';

const COUNTING = '0a0e001_2';
const PAYING = '0b0e002_1';
const block = (code: string) => `Let me see.\n\`\`\`python\n${code}\n\`\`\``;

/** Knows the pages of notes only where its playbook tells of them: the errand has 11 notes, and pages of 5. */
const COUNT_ON = (pages: readonly number[]) =>
  block(
    [
      'count = 0',
      `for page in [${pages.join(', ')}]:`,
      '    for note in apis.notes.list(page=page):',
      "        if 'bread' in note['text']:",
      '            count = count + 1',
      'apis.supervisor.complete_task(answer=count)',
    ].join('\n'),
  );
const LESSON = 'apis.notes.list gives pages: ask for page 0, 1, 2 … until one is empty.';
const CURATED = JSON.stringify({
  reasoning: 'new',
  operations: [
    { type: 'ADD', section: 'apis_to_use_for_specific_information', content: LESSON },
    { type: 'ADD', section: 'diary', content: 'not a section of this playbook' },
  ],
});

/** A scripted model for all three roles. */
const scripted: AskModel = async (messages) => {
  const all = messages.map(({ content }) => content).join('\n');
  if (all.startsWith('You are the reflector.')) return { text: LESSON };
  if (all.startsWith('You are the curator.')) return { text: CURATED };
  return { text: COUNT_ON(all.includes(LESSON) ? [0, 1, 2] : [0]) };
};

function said(...replies: readonly (string | 'limit')[]) {
  const asked: (readonly ChatMessage[])[] = [];
  const ask: AskModel = async (messages) => {
    asked.push(messages);
    const reply = replies[Math.min(asked.length, replies.length) - 1] ?? '';
    return reply === 'limit' ? 'limit' : { text: reply };
  };
  return { ask, asked };
}

const ended = (solved: Awaited<ReturnType<typeof solveTask>>): SolvedTask => {
  if (solved.kind !== 'ended') throw new Error(`The world was lost: ${solved.fault.kind}`);
  return solved;
};

describe('the code agent', () => {
  it('fails a task, learns the reason, and succeeds with what it learned', async () => {
    const task = { taskId: COUNTING, ask: scripted };
    const first = ended(await solveTask({ ...task, world: worldInMemory(), playbook: EMPTY_PLAIN_PLAYBOOK }));
    expect(first).toMatchObject({
      how: 'completed',
      steps: 1,
      outcome: { success: false, learningReward: 0 },
    });
    const { playbook, added } = await learnFromTask(scripted, first, EMPTY_PLAIN_PLAYBOOK);
    expect(added).toBe(1);
    expect(playbook).toContain(`[api-00001] ${LESSON}`);
    const second = ended(await solveTask({ ...task, world: worldInMemory(), playbook }));
    expect(second.outcome).toMatchObject({ success: true, learningReward: 1 });
    const again = await learnFromTask(scripted, second, playbook);
    expect(again.playbook).toContain(`[api-00002] ${LESSON}`);
  });

  it('shows the model each output, and runs the first block of a reply only', async () => {
    const pay = block("print(apis.bank.send(account='LM-118', amount=12, reason='thanks'))");
    const { ask, asked } = said(`${pay}\n${pay}`, 'Done.', block('apis.supervisor.complete_task()'));
    const solved = ended(await solveTask({ world: worldInMemory(), ask, taskId: PAYING, playbook: '' }));
    expect(solved).toMatchObject({ how: 'completed', steps: 3, outcome: { success: true } });
    const tail = asked
      .at(-1)
      ?.slice(-4)
      .map(({ content }) => content);
    expect(tail).toEqual([
      `${pay}\n\n`,
      "Output:\n```\n{'balance': 88}\n```\n\n",
      'Done.\n\n',
      'Output:\n```\nNo code available to execute.```\n\n',
    ]);
  });

  it.each([
    { replies: [block('x = 1')], stepsMax: 4, how: 'steps', steps: 4 },
    { replies: [block('x = 1'), 'limit'], stepsMax: 4, how: 'limit', steps: 1 },
  ])('is evaluated as it is where its $how are used up', async ({ replies, stepsMax, how, steps }) => {
    const { ask } = said(...replies);
    const solved = await solveTask({ world: worldInMemory(), ask, taskId: PAYING, playbook: '', stepsMax });
    expect(solved).toMatchObject({ how, steps, outcome: { success: false, passed: 1, learningReward: 0 } });
  });

  it('is missing data wherever the world is lost', async () => {
    const whole = worldInMemory();
    const { ask } = said(block('apis.supervisor.complete_task()'));
    await solveTask({ world: whole, ask, taskId: PAYING, playbook: '' });
    // After the evaluation only the task is closed.
    for (let requests = 0; requests < whole.asked.length - 1; requests += 1) {
      const lost = await solveTask({ world: worldInMemory(requests), ask, taskId: PAYING, playbook: '' });
      expect(lost).toMatchObject({ kind: 'missing', fault: { kind: 'away' } });
    }
  });

  it('learns nothing from a reply that is no list of additions', async () => {
    const { ask } = said(block('apis.supervisor.complete_task()'));
    const solved = ended(await solveTask({ world: worldInMemory(), ask, taskId: PAYING, playbook: '' }));
    for (const replies of [['lesson', 'no JSON'], ['', CURATED], ['lesson', 'limit'], ['limit']])
      expect(await learnFromTask(said(...replies).ask, solved, EMPTY_PLAIN_PLAYBOOK)).toEqual({
        ...{ playbook: EMPTY_PLAIN_PLAYBOOK, added: 0 },
      });
  });
});
