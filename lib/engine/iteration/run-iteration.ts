import { reduceReflections } from '@/lib/combee/reduce-reflections';
import type { Answer, MappedExample } from '@/lib/methods/method';
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
    scores: mapped.map((one) => one.score.value),
    members: mapped.flatMap((one) => (one.reflection.invalid === null ? [one.reflection.ordinal] : [])),
    ...countAnswers(mapped.map(({ answer }) => answer)),
  };
}

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
