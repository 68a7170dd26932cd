import type { Task } from '@/lib/domain/task';
import { aboutTask } from '@/lib/methods/prompting/answer-under-prompt';
import { numberedParts, part } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';

/** Proposes one instruction. Calls differ in their tip and in the demonstrations that they are shown. */
export interface InstructionPrompt {
  readonly task: Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;
  /** Null where no summary came. */
  readonly summary: string | null;
  readonly original: string;
  /** Name of the component, where the candidate has several. */
  readonly component?: string;
  readonly demonstrations: readonly string[];
  readonly tip: TipName;
}

export const INSTRUCTION_WRITER_VERSION = 1;

/** The published names; the sentences are ours. */
export const TIPS = {
  none: '',
  creative: 'Take an unusual angle: an order of work or a check that others would not think of.',
  simple: 'Be short and plain: nothing in it that a reader could do without.',
  description: 'Be detailed: say everything that a careful expert would want to know before starting.',
  high_stakes: 'Name a situation in which a wrong answer does real harm, so that care is taken.',
  persona: 'Begin by giving the model a role whose holder would be good at this task.',
} as const;

export type TipName = keyof typeof TIPS;

export const TIP_NAMES = Object.keys(TIPS) as readonly TipName[];

const INSTRUCTIONS = `You are the instruction writer.
A model is to do a task under an instruction. You are shown the task, the instruction that it works under now and, where there are any, a summary of the data and examples that were answered right. Write a better instruction.

- It goes to the model as it is, in front of each question. It may not refer to the summary or to these examples: the model sees neither.
- Keep every concrete item of what you are shown (formulas, units, conventions, forms, traps), a line each; copy codes and bracketed marks literally.
- Where a tip is given, follow it.

Reply with the instruction between these tags, and with nothing else between them:
<proposed_instruction>
the instruction
</proposed_instruction>`;

export function instructionMessages(prompt: InstructionPrompt): ChatMessage[] {
  const { summary, demonstrations, component } = prompt;
  const tip = TIPS[prompt.tip];
  const user = [
    part('task', aboutTask(prompt.task)),
    ...(summary === null ? [] : [part('data_summary', summary)]),
    ...(demonstrations.length === 0
      ? []
      : [
          numberedParts(
            'prompt_demonstrations',
            { tag: 'prompt_demonstration', attribute: 'number' },
            demonstrations,
          ),
        ]),
    ...(component === undefined ? [] : [part('component', aboutComponent(component))]),
    part('current_prompt', prompt.original),
    ...(tip === '' ? [] : [part('writing_tip', tip)]),
  ];
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: user.join('\n') },
  ];
}

const aboutComponent = (name: string) =>
  `The instruction is the component "${name}" of a system of several prompts. Write this component only.`;
