import { reduceReflections } from '@/lib/combee/reduce-reflections';
import type { MappedExample } from '@/lib/methods/method';
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
  const prompts = mapped.flatMap((one) =>
    one.answer.asked.slice(0, 1).map(({ outcome }) => outcome.tokensIn),
  );
  return {
    scores: mapped.map((one) => one.score.value),
    members: mapped.flatMap((one) => (one.reflection.invalid === null ? [one.reflection.ordinal] : [])),
    failures: mapped.filter((one) => one.answer.cause !== null).length,
    refused: mapped.filter((one) => one.answer.cause?.code === 'budget').length,
    rejections: mapped.filter((one) => REJECTED.includes(one.answer.cause?.code ?? '')).length,
    promptTokens:
      prompts.length === 0 ? 0 : prompts.reduce((sum, tokens) => sum + tokens, 0) / prompts.length,
  };
}
