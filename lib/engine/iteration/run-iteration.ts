import { reduceReflections } from '@/lib/combee/reduce-reflections';
import type { Cause } from '@/lib/domain/cause';
import { isMissing, type Scored, scoreValue } from '@/lib/domain/score';
import type { Answer, MappedExample } from '@/lib/methods/method';
import { knownScores } from '@/lib/stats/known-scores';
import type { IterationInput, IterationOutcome } from './iteration';
import { mapIteration } from './map-iteration';
import { reduceParts, stateReduced } from './reduce-parts';
import { screenIteration } from './screen-iteration';

/**
 * One map-shuffle-reduce round, told to the ledger as it happens. Decides nothing: the size was planned before, and
 * whether the run goes on is asked after.
 */
export async function runIteration(input: IterationInput): Promise<IterationOutcome> {
  const screen = screenIteration({ ...input, ...input.screening });
  const mapped = await mapIteration(input, screen?.operatorOf);
  const reduced = await reduceReflections({
    ...reduceParts(input, screen),
    reflections: mapped.map((one) => one.reflection),
  });
  stateReduced(input, reduced);
  return { candidate: reduced.applied.candidate, inTime: input.examples.length, ...summarise(mapped) };
}

const REJECTED = ['rateLimited', 'rejected'];

/** What the examples that are in say of the iteration. */
export function summarise(mapped: readonly MappedExample[]): Omit<IterationOutcome, 'candidate' | 'inTime'> {
  return {
    scores: knownScores(mapped.map(({ score }) => scoreValue(score))),
    members: mapped.flatMap((one) => (one.reflection.invalid === null ? [one.reflection.ordinal] : [])),
    ...countAnswers(mapped.map(({ answer, score }) => ({ ...answer, cause: causeOf(answer, score) }))),
  };
}

/** Why there is no usable answer or no score; null where there are both. */
export const causeOf = ({ cause }: Pick<Answer, 'cause'>, score: Scored): Cause | null =>
  isMissing(score) ? score.missing : cause;

/** What became of the calls that were to bring an answer. */
export function countAnswers(
  answers: readonly Answer[],
): Pick<IterationOutcome, 'failures' | 'refused' | 'rejections' | 'promptTokens'> {
  const prompts = answers.flatMap(({ asked }) => asked.slice(0, 1).map(({ outcome }) => outcome.tokensIn));
  return {
    failures: answers.filter(({ cause }) => cause !== null).length,
    refused: answers.filter(({ cause }) => cause?.code === 'budget').length,
    rejections: answers.filter(({ cause }) => REJECTED.includes(cause?.code ?? '')).length,
    promptTokens:
      prompts.length === 0 ? 0 : prompts.reduce((sum, tokens) => sum + tokens, 0) / prompts.length,
  };
}
