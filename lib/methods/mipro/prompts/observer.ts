import type { Task } from '@/lib/domain/task';
import { aboutTask } from '@/lib/methods/prompting/answer-under-prompt';
import { numberedParts, part } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';

/** What the data are: observations on batches of training examples, then one summary of the observations. */
type AboutTask = Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;

export const OBSERVER_VERSION = 1;

const OBSERVING = `You are the data observer.
You are shown some examples of a task. Note what somebody has to know who writes an instruction for a model that does this task and who cannot see the data.

- What do the inputs look like, which kinds of question are there, and what form must an answer have?
- Which formulas, units, conventions, names and traps recur? Name each one concretely, a line each; copy codes and bracketed marks literally.
- Note only what these examples show. Do not solve them one by one.

Reply with the observations alone, one a line, at most twenty lines.`;

const SUMMARISING = `You are the data summariser.
Several readers each looked at a part of the examples of one task and noted what they saw. Write one summary out of their notes, for somebody who writes an instruction for this task and cannot see the data.

- Say first in two or three sentences what the task and its data are.
- Then keep every concrete note (a formula, unit, convention, name or trap), a line each and each once; copy codes and bracketed marks literally.

Reply with the summary alone.`;

export function observerMessages(input: {
  readonly task: AboutTask;
  readonly examples: readonly string[];
}): ChatMessage[] {
  const examples = numberedParts(
    'data_examples',
    { tag: 'data_example', attribute: 'number' },
    input.examples,
  );
  return [
    { role: 'system', content: OBSERVING },
    { role: 'user', content: [part('task', aboutTask(input.task)), examples].join('\n') },
  ];
}

export function summariserMessages(input: {
  readonly task: AboutTask;
  readonly observations: readonly string[];
}): ChatMessage[] {
  const observations = numberedParts(
    'data_observations',
    { tag: 'data_observation', attribute: 'number' },
    input.observations,
  );
  return [
    { role: 'system', content: SUMMARISING },
    { role: 'user', content: [part('task', aboutTask(input.task)), observations].join('\n') },
  ];
}
