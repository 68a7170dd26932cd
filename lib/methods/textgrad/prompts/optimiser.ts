import type { Task } from '@/lib/domain/task';
import { aboutTask } from '@/lib/methods/prompting/answer-under-prompt';
import { numberedParts, part } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';

/** What both levels are told of the prompt that they rewrite. */
export interface StepPrompt {
  readonly task: Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;
  readonly prompt: string;
  readonly constraints: readonly string[];
  /** Name of the component that is rewritten, where the candidate has several; the others stay as they are. */
  readonly component?: string;
}

/** The optimiser step: the prompt and m gradients in, the next prompt out. */
export interface OptimiserPrompt extends StepPrompt {
  /** Copies are shown again each time: that redundancy is what augmented shuffling is for. */
  readonly gradients: readonly { readonly text: string; readonly context: string }[];
  /** Of earlier steps, oldest first. */
  readonly earlier: readonly string[];
}

export const OPTIMISER_VERSION = 1;

const KEEPING_RULES = `- What the prompt says and nobody criticises stays in it, in its own words.
- Keep every specific item: each formula, figure, unit, condition, name, exception, code and bracketed mark is copied literally. Ten distinct items stay ten lines; never melt them into one general sentence.
- Where two contradict each other, keep the more specific one; if both are equally specific, the one with more behind it.
- Write one item a line, for a reader who sees neither the questions nor the criticism.
- Obey every constraint that is given.`;

const REPLY_FORMAT = `Reply with the whole new prompt between these tags, and with nothing else between them:
<improved_prompt>
the new prompt
</improved_prompt>`;

const INSTRUCTIONS = `You are the optimiser.
You improve the prompt under which a model does a task. Below are the prompt as it is now and criticisms of it, each from one question that was answered under it, with the question and the answer that it is about. Rewrite the prompt so that the criticisms no longer apply.

How to work:
- Go through the criticisms one by one. Take up every change that they name, unless the prompt already says it as specifically.
- The same criticism may stand in the list more than once: that is on purpose, and taking it up once is enough.
- Criticisms of earlier steps, where given, show what was tried before: do not undo what they led to.
${KEEPING_RULES}

${REPLY_FORMAT}`;

const COMBINING_INSTRUCTIONS = `You are the combining optimiser.
Several optimisers each rewrote the same prompt, from different criticisms and without seeing each other's work. Below are the prompt that all of them started from and their new versions. Write one prompt out of them.

How to work:
- Go through every version, line by line, from the first to the last. What only one of them added counts as much as what all of them did.
- Where several say the same thing, keep the wording with the most usable detail, and add to it what only the others have.
${KEEPING_RULES}

${REPLY_FORMAT}`;

/** Enough to see what it was about; whole filings would crowd out the criticism. */
const CONTEXT_CHARACTERS_MAX = 1500;

export function optimiserMessages(prompt: OptimiserPrompt): ChatMessage[] {
  const { gradients, earlier } = prompt;
  const criticism = { tag: 'prompt_gradient', attribute: 'number' } as const;
  const user = [
    ...stepParts(prompt),
    ...(earlier.length === 0 ? [] : [numberedParts('earlier_gradients', criticism, earlier)]),
    numberedParts(
      'prompt_gradients',
      criticism,
      gradients.map(({ text }) => text),
    ),
    numberedParts(
      'gradient_contexts',
      { tag: 'gradient_context', attribute: 'number' },
      gradients.map(({ context }) => shortened(context)),
    ),
  ];
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: user.join('\n') },
  ];
}

/** Level 2: the prompts of the groups, in group order, into one. Holds no gradient. */
export function combiningMessages(
  prompt: StepPrompt & { readonly proposals: readonly string[] },
): ChatMessage[] {
  const user = [
    ...stepParts(prompt),
    numberedParts('proposed_prompts', { tag: 'proposed_prompt', attribute: 'group' }, prompt.proposals),
  ];
  return [
    { role: 'system', content: COMBINING_INSTRUCTIONS },
    { role: 'user', content: user.join('\n') },
  ];
}

function stepParts({ task, prompt, constraints, component }: StepPrompt): string[] {
  return [
    part('task', aboutTask(task)),
    ...(component === undefined ? [] : [part('component', aboutComponent(component))]),
    part('current_prompt', prompt),
    ...(constraints.length === 0 ? [] : [part('prompt_constraints', constraints.join('\n'))]),
  ];
}

const aboutComponent = (name: string) =>
  `The prompt is the component "${name}" of a system of several prompts. Take up what concerns this component, and write this component only.`;

function shortened(context: string): string {
  if (context.length <= CONTEXT_CHARACTERS_MAX) return context;
  return `${context.slice(0, CONTEXT_CHARACTERS_MAX)} … (shortened)`;
}
