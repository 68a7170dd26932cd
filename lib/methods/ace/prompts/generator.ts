import type { Example } from '@/lib/domain/example';
import type { Task } from '@/lib/domain/task';
import { playbookTags } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';

/** Answers one example with the playbook at hand. The same words in training and on held-out. */
export interface GeneratorPrompt {
  readonly task: Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;
  readonly playbook: string;
  readonly example: Pick<Example, 'question' | 'context'>;
  /** What a reflector wrote on an answer before this one; null the first time. */
  readonly earlierReflection: string | null;
}

export const GENERATOR_VERSION = 1;

const INSTRUCTIONS = `You are the generator.
Solve the question of the user. A playbook with notes from earlier work stands below: each bullet has an id in brackets, two counts (how often it helped, how often it misled) and a note.

How to work:
- Look for the bullets that fit this question and follow them; leave the others aside. A bullet that misled more often than it helped deserves doubt.
- Where a bullet names a formula, a unit, a convention or a trap, apply it literally and then check the result against what the question asks for.
- If an earlier reflection is given, it is about an attempt of yours at this very question: do what it says was missed.
- Work step by step, and write down every quantity before you use it.
- Give the final answer in exactly the form that the task asks for, with nothing around it.

Reply with one JSON object and nothing else:
{"reasoning": "your steps", "bullet_ids": ["ids of the bullets that you used"], "final_answer": "the answer alone"}`;

export function generatorMessages({
  task,
  playbook,
  example,
  earlierReflection,
}: GeneratorPrompt): ChatMessage[] {
  const about = [task.instructions, `Input: ${task.inputShape}`, `Output: ${task.outputShape}`].join('\n');
  const user = [
    ...(earlierReflection === null ? [] : [playbookTags.part('earlier_reflection', earlierReflection)]),
    playbookTags.part('question', example.question),
    ...(example.context === '' ? [] : [playbookTags.part('context', example.context)]),
  ];
  return [
    {
      role: 'system',
      content: [INSTRUCTIONS, playbookTags.part('task', about), playbookTags.part('playbook', playbook)].join(
        '\n\n',
      ),
    },
    { role: 'user', content: user.join('\n') },
  ];
}
