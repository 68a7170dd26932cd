import type { Cause } from '@/lib/domain/cause';
import type { Reflection } from '@/lib/domain/reflection';
import { SCORE_ZERO, type Score } from '@/lib/domain/score';
import type { Answer, Asked, MapInput, MappedExample } from '@/lib/methods/method';
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
 * The last round ends with its reflection: nobody would read the answer after it. The score is always that of the
 * first answer, or more rounds would look like a better playbook. The candidate stays frozen throughout.
 * Cost: with maxRounds = R, one generate and one reflect at least, R of each at most (re-asks apart).
 */
export async function mapExample(input: MapInput): Promise<MappedExample> {
  const answer = await answerExample({ ...input, purpose: 'generate' });
  const score = await scoreOf(input, answer);
  const failed = callFailure(answer);
  if (failed !== null) {
    return { answer, score, reflection: reflectionOf(input, [], failed), reflectionAsked: [] };
  }

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
    current = { answer: again, score: await scoreOf(input, again) };
    if (current.score.correct || callFailure(again) !== null) break;
  }
  return { answer, score, reflection: reflectionOf(input, replies, cause), reflectionAsked: asked };
}

/** No answer is no point, and costs the judge nothing. */
async function scoreOf({ score, example }: MapInput, answer: Answer): Promise<Score> {
  return answer.cause === null ? score(answer.text, example) : SCORE_ZERO;
}

/** A reply that is merely useless still shows how the model works, and is reflected on; a missing one does not. */
function callFailure(answer: Answer): Cause | null {
  const outcome = answer.asked[0]?.outcome;
  return outcome !== undefined && !outcome.ok ? outcome.cause : null;
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
