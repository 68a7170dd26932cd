import { TOWN_TASKS } from '@/lib/testing/appworld/town-tasks';
import type { EndpointCall, Scripted } from '@/server/testing/model-endpoint';

/**
 * A model that writes Python for the town's tasks: it looks around in its first step. It acts in its second, and does so
 * rightly once its playbook has grown; one variant of each scenario stays beyond it.
 */
const BEYOND = ['0a0e001_2', '0b0e002_2'];
const PLAYBOOK = /### PLAYBOOK BEGIN\n([\s\S]*)\n### PLAYBOOK END/;

export function townTurn({ body }: EndpointCall): Scripted {
  const messages = body.messages as unknown as readonly { role: string; content: string }[];
  const task = TOWN_TASKS.find(({ instruction }) =>
    messages.some(({ content }) => content.trimEnd().endsWith(`Task: ${instruction}`)),
  );
  if (task === undefined) return { fault: 400 };
  const replies = messages.slice(messages.findIndex(({ content }) => content.includes(task.instruction)) + 1);
  const playbook = PLAYBOOK.exec(messages[0]?.content ?? '')?.[1] ?? '';
  const code = replies.some(({ role }) => role === 'assistant')
    ? actOn(task, hasGrown(playbook) && !BEYOND.includes(task.id))
    : ['print(apis.api_docs.show_app_descriptions())'];
  return { text: `I go on.\n\`\`\`python\n${code.join('\n')}\n\`\`\`` };
}

const hasGrown = (playbook: string) => playbook.includes('[');

function actOn(
  { instruction }: Pick<(typeof TOWN_TASKS)[number], 'instruction'>,
  isRight: boolean,
): string[] {
  const word = /the word "(\w+)"/.exec(instruction)?.[1];
  if (word !== undefined)
    return [
      'found = 0',
      `for page in ${isRight ? '[0, 1, 2]' : '[0]'}:`,
      '    for note in apis.notes.list(page=page):',
      `        if '${word}' in note['text']:`,
      '            found = found + 1',
      'apis.supervisor.complete_task(answer=found)',
    ];
  const [, amount = '', name = ''] = /Send (\d+) crowns to (.+), with/.exec(instruction) ?? [];
  return [
    'for contact in apis.bank.contacts():',
    `    if contact['name'] == '${isRight ? name : 'nobody'}':`,
    `        apis.bank.send(account=contact['account'], amount=${amount}, reason='thanks')`,
    'apis.supervisor.complete_task()',
  ];
}
