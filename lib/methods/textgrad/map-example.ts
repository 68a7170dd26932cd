import type { Cause } from '@/lib/domain/cause';
import type { Reflection } from '@/lib/domain/reflection';
import { isMissing, type Score } from '@/lib/domain/score';
import { scoreGiven } from '@/lib/domain/score-given';
import type { Answer, MapInput, MappedExample } from '@/lib/methods/method';
import { answerUnderPrompt } from '@/lib/methods/prompting/answer-under-prompt';
import { askUntilUsable } from '@/lib/methods/prompting/ask-until-usable';
import { withholding } from '@/lib/methods/prompting/evaluator-words';
import { unscoredAnswer } from '@/lib/methods/prompting/unscored-answer';
import { criticMessages } from './prompts/critic';
import { type Criticism, readCriticism } from './read-criticism';
import { textGradSettings } from './textgrad-settings';

/**
 * MAP for one example: forward, loss, backward. The loss is the task's own evaluator; both backward steps (to the answer,
 * then to the prompt) are asked for in one call. Right answers are criticised too: the published loop does the same.
 * Cost: one generate and one reflect call, re-asks apart.
 */
export async function mapExample(input: MapInput): Promise<MappedExample> {
  const answer = await answerUnderPrompt({ ...input, purpose: 'generate' });
  const score = await scoreGiven(input, answer);
  // A reply that is merely useless still shows what the prompt does; without a score, or an answer to a
  // request that was too long to be sent, there is nothing to criticise.
  const without = (cause: Cause) => {
    return { answer, score, reflection: reflectionOf(input, answer, cause), reflectionAsked: [] };
  };
  if (isMissing(score)) return without(score.missing);
  if (answer.cause?.code === 'contextWindow') return without(answer.cause);
  const { manifest, candidate, example } = input;
  const { useGroundTruth } = textGradSettings(manifest);
  const reply = await askUntilUsable({
    ask: input.ask,
    request: {
      purpose: 'reflect',
      ordinal: input.ordinal,
      repetition: 0,
      subject: example.id,
      messages: criticMessages({
        task: manifest.task,
        prompt: candidate.text,
        example,
        trace: answer.trace,
        predictedAnswer: answer.text,
        groundTruth: useGroundTruth ? example.expected : null,
        feedback: feedbackOn(answer, score, useGroundTruth ? null : example.expected),
      }),
      json: true,
    },
    repetitionStep: 1,
    read: readCriticism,
  });
  const reflection = reflectionOf(input, answer, reply.ok ? reply.value : reply.cause);
  return { answer, score, reflection, reflectionAsked: reply.asked };
}

function feedbackOn(answer: Answer, score: Score, withheld: string | null): string {
  const { correct, rightParts, totalParts, sideInformation } = score;
  if (answer.cause !== null) return unscoredAnswer(answer.cause);
  const parts = totalParts > 1 ? ` ${rightParts} of its ${totalParts} parts are right.` : '';
  const verdict = correct ? 'The answer is right.' : `The answer is wrong.${parts}`;
  return sideInformation === undefined ? verdict : `${verdict}\n${withholding(sideInformation, withheld)}`;
}

function reflectionOf({ ordinal, example }: MapInput, answer: Answer, came: Criticism | Cause): Reflection {
  const criticism = 'code' in came ? null : came;
  const asked = example.context === '' ? example.question : `${example.question}\n\n${example.context}`;
  return {
    ordinal,
    exampleId: example.id,
    text: criticism?.text ?? '',
    insights: criticism?.changes ?? [],
    bulletTags: [],
    // The answer comes first: a long question is shortened from its end.
    context: `Answer given: ${answer.text === '' ? '(none)' : answer.text}\nQuestion: ${asked}`,
    invalid: 'code' in came ? came : null,
  };
}
