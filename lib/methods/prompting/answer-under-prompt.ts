import type { Cause } from '@/lib/domain/cause';
import type { Answer, AnswerInput, Asked, CandidateQuestion } from '@/lib/methods/method';
import type { ChatMessage } from '@/lib/ports/language-model';
import { answerOfRollout } from './answer-of-rollout';
import { extractAnswer } from './extract-answer';
import { outcomeCause } from './outcome-cause';
import { part } from './tagged-parts';

/**
 * Answers one example if the candidate is a whole prompt rather than a playbook, with the same text in
 * training and on held-out. Independent of how the prompt was made.
 */
export const UNDER_PROMPT_VERSION = 1;

const INSTRUCTIONS = `You are the generator.
Solve the question of the user. What is asked for in general stands between the task tags; how you are to work stands in the prompt below it, and you follow that prompt wherever it applies.
Give the final answer in exactly the form that the task asks for, with nothing around it.

Reply with one JSON object and nothing else:
{"reasoning": "your steps", "final_answer": "the answer alone"}`;

export function underPromptMessages({ task, text, example }: CandidateQuestion): ChatMessage[] {
  const user = [
    part('question', example.question),
    ...(example.context === '' ? [] : [part('context', example.context)]),
  ];
  return [
    {
      role: 'system',
      content: [INSTRUCTIONS, part('task', aboutTask(task)), part('current_prompt', text)].join('\n\n'),
    },
    { role: 'user', content: user.join('\n') },
  ];
}

/** The task description that every role receives. */
export function aboutTask(task: CandidateQuestion['task']): string {
  return [task.instructions, `Input: ${task.inputShape}`, `Output: ${task.outputShape}`].join('\n');
}

/**
 * One call. A failed call, or a reply that is cut off, empty or without an answer, becomes an empty text with
 * its cause. Never retries: a rollout is paid once.
 */
export async function answerUnderPrompt(input: AnswerInput): Promise<Answer> {
  const { manifest, candidate, example, purpose, ordinal } = input;
  const asked = await input.ask({
    purpose,
    ordinal,
    repetition: 0,
    subject: example.id,
    messages: underPromptMessages({ task: manifest.task, text: candidate.text, example }),
    json: true,
  });
  const ofRollout = answerOfRollout(asked);
  if (ofRollout !== null) return ofRollout;
  const trace = asked.outcome.ok ? asked.outcome.text : '';
  const text = outcomeCause(asked.outcome) === null ? (extractAnswer(trace) ?? '') : '';
  const cause = causeOf(asked, trace);
  if (cause !== null) await asked.unusable?.(cause);
  return { text, cause, citedBulletIds: [], trace, asked: [asked] };
}

/** The inverse: a reply that is parsed as this answer. */
export function replyUnderPrompt(answer: string): string {
  return JSON.stringify({ reasoning: '', final_answer: answer });
}

function causeOf({ outcome }: Asked, trace: string): Cause | null {
  const unusable = outcomeCause(outcome);
  if (unusable !== null) return unusable;
  const text = extractAnswer(trace);
  if (text === null) return { code: 'unparseable', fault: 'noFinalAnswer' };
  return text.trim() === '' ? { code: 'empty', fault: 'emptyAnswer' } : null;
}
