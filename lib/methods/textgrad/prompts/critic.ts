import type { Example } from '@/lib/domain/example';
import type { Task } from '@/lib/domain/task';
import { aboutTask } from '@/lib/methods/prompting/answer-under-prompt';
import { part } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';

/** The backward pass of one example in one reply: from the evaluation to the answer, from the answer to the prompt. */
export interface CriticPrompt {
  readonly task: Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;
  readonly prompt: string;
  readonly example: Pick<Example, 'question' | 'context'>;
  /** The whole reply under the prompt. */
  readonly trace: string;
  readonly predictedAnswer: string;
  /** Null when the critic is to do without it. */
  readonly groundTruth: string | null;
  readonly feedback: string;
}

export const CRITIC_VERSION = 1;

const INSTRUCTIONS = `You are the critic.
A model worked on a task under a prompt. You are shown the prompt, one question, its whole reply and how the reply was judged. Your criticism goes to somebody who rewrites the prompt and sees nothing but what you write.

First step, the answer: given how it was judged, say what in this reply should have been different, and where it went off. If it was right, say what made it right and what it was lucky with.
Second step, the prompt: given that criticism, say what in the prompt led to this reply: what is missing from it, misleads, or is said too vaguely. Criticise the prompt, not the model.
Then name the changes: each one a sentence that could stand in the prompt as it is, with the formula, unit, condition, form or check that it is about. It must hold for other questions of this kind, so nothing that only this question needs. No advice like "be careful". Copy codes and bracketed marks literally. Even a right answer teaches what the prompt should keep or say.

Reply with one JSON object and nothing else:
{"criticism_of_answer": "the first step", "criticism_of_prompt": "the second step", "changes": ["a sentence that the prompt needs"]}`;

export function criticMessages(prompt: CriticPrompt): ChatMessage[] {
  const { example, groundTruth } = prompt;
  const user = [
    part('task', aboutTask(prompt.task)),
    part('current_prompt', prompt.prompt),
    part('question', example.question),
    ...(example.context === '' ? [] : [part('context', example.context)]),
    part('reasoning_trace', prompt.trace),
    part('predicted_answer', prompt.predictedAnswer),
    ...(groundTruth === null ? [] : [part('ground_truth', groundTruth)]),
    part('feedback', prompt.feedback),
  ];
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: user.join('\n') },
  ];
}
