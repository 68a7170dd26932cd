import type { Example } from '@/lib/domain/example';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import { playbookTags } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';
import { LENSES } from './lenses';

/** Diagnoses one trace: what went wrong and why, what to carry away, which bullets helped or misled. */
export interface ReflectorPrompt {
  readonly example: Pick<Example, 'question' | 'context'>;
  /** The generator's whole reply. */
  readonly trace: string;
  readonly predictedAnswer: string;
  /** Null when the reflector is to do without it. */
  readonly groundTruth: string | null;
  readonly feedback: string;
  readonly bulletsUsed: string;
  /** What to look for in particular; left out, the prompt is the plain one to the letter. */
  readonly lens?: OperatorKind;
}

export const REFLECTOR_VERSION = 1;

const INSTRUCTIONS = `You are the reflector.
Another model answered the question below. Find out what its work teaches, so that the next similar question goes right.

How to work:
- Follow its reasoning and name the first step that was wrong: a misread question, a wrong formula, a unit, a sign, a rounding, a figure taken from the wrong place, a form that was not asked for.
- Say why that step was taken, not only that it was. "Was careless" is no cause.
- Say what should have been done, with the concrete formula, conversion, rule or check.
- key_insight is the one thing worth remembering. Make it specific enough to act on without seeing this question: name the formula or quantity, the condition under which it holds, and the trap. Do not write general advice such as "read carefully". If there are several such things, give a list of texts.
- If the answer was right, say what made it so, and still give the insight that this question teaches.
- Tag each bullet that was used: helpful if it led towards the right answer, harmful if it led away from it, neutral if it did neither. Tag no bullet that is not listed.

Reply with one JSON object and nothing else:
{"reasoning": "your analysis", "error_identification": "the wrong step", "root_cause_analysis": "why it was taken", "correct_approach": "what to do instead", "key_insight": "what to remember", "bullet_tags": [{"id": "calc-00001", "tag": "helpful"}]}`;

export function reflectorMessages(prompt: ReflectorPrompt): ChatMessage[] {
  const { example, groundTruth } = prompt;
  const user = [
    playbookTags.part('question', example.question),
    ...(example.context === '' ? [] : [playbookTags.part('context', example.context)]),
    playbookTags.part('reasoning_trace', prompt.trace),
    playbookTags.part('predicted_answer', prompt.predictedAnswer),
    ...(groundTruth === null ? [] : [playbookTags.part('ground_truth', groundTruth)]),
    playbookTags.part('feedback', prompt.feedback),
    playbookTags.part('bullets_used', prompt.bulletsUsed),
    ...(prompt.lens === undefined ? [] : [LENSES[prompt.lens]]),
  ];
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: user.join('\n') },
  ];
}
