import type { Cause } from '@/lib/domain/cause';
import type { Reflection } from '@/lib/domain/reflection';
import { isMissing } from '@/lib/domain/score';
import { scoreGiven } from '@/lib/domain/score-given';
import type { Asked, MapInput, MappedExample } from '@/lib/methods/method';
import { aceSettings } from './ace-settings';
import { answerExample } from './answer-example';
import type { ReflectorReply } from './read-reflector-reply';
import { reflectOnAnswer } from './reflect-on-answer';

/**
 * MAP for one example: answer, score, reflect.
 *
 *   answer -> score
 *   right: one reflection, for its tags and its insight
 *   wrong: up to maxRounds rounds of { reflect -> answer again with the reflection }, until right
 *
 * The last round ends with its reflection: an answer after it would not be used. The score is always that of the
 * first answer, or more rounds would look like a better playbook. The candidate stays frozen throughout.
 * Cost: with maxRounds = R, one generate and one reflect at least, R of each at most (re-asks apart).
 */
export async function mapExample(input: MapInput): Promise<MappedExample> {
  const answer = await answerExample({ ...input, purpose: 'generate' });
  const score = await scoreGiven(input, answer);
  // A reply that is merely useless still shows how the model works; without a score it may be right or wrong,
  // and a request that was too long to be sent shows nothing.
  const without = (cause: Cause) => {
    return { answer, score, reflection: reflectionOf(input, [], cause), reflectionAsked: [] };
  };
  if (isMissing(score)) return without(score.missing);
  if (answer.cause?.code === 'contextWindow') return without(answer.cause);

  const asked: Asked[] = [];
  const replies: ReflectorReply[] = [];
  let cause: Cause | null = null;
  let current = { answer, score };
  // R = maxRounds; a right answer needs no second try, only its tags and its insight.
  const rounds = score.correct ? 1 : Math.max(1, aceSettings(input.manifest).maxRounds);
  for (let round = 0; round < rounds; round += 1) {
    const reflected = await reflectOnAnswer({ ...input, ...current, round });
    asked.push(...reflected.asked);
    // Without a reflection there is nothing to try again with; what earlier rounds said still counts.
    if (!reflected.ok) {
      cause = reflected.cause;
      break;
    }
    replies.push(reflected.value);
    if (round + 1 === rounds) break;

    const retry = { repetition: round + 1, earlierReflection: reflected.value.text };
    const again = await answerExample({ ...input, purpose: 'generate' }, retry);
    asked.push(...again.asked);
    const scored = await scoreGiven(input, again);
    if (isMissing(scored) || scored.correct) break;
    current = { answer: again, score: scored };
  }
  return { answer, score, reflection: reflectionOf(input, replies, cause), reflectionAsked: asked };
}

/** The last round knows most; tags were given on different answers, so those of all rounds count. */
function reflectionOf(
  { ordinal, example }: MapInput,
  replies: readonly ReflectorReply[],
  cause: Cause | null,
): Reflection {
  const last = replies.at(-1);
  return {
    ordinal,
    exampleId: example.id,
    text: last?.text ?? '',
    insights: last?.insights ?? [],
    bulletTags: replies.flatMap(({ bulletTags }) => bulletTags),
    context: example.context === '' ? example.question : `${example.question}\n\n${example.context}`,
    invalid: last === undefined ? cause : null,
  };
}
