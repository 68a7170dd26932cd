import { mapExamples } from '@/lib/combee/map-examples';
import type { OperatorKind } from '@/lib/domain/diversity';
import { isMissing, scoreValue } from '@/lib/domain/score';
import { measuredOf, usageOf } from '@/lib/engine/measure/held-out';
import { scorerFor } from '@/lib/engine/measure/score-answers';
import type { Asked, MappedExample } from '@/lib/methods/method';
import type { IterationInput } from './iteration';

/** The map of an iteration, told to the ledger as it happens. Knows nothing of what comes after the barrier. */

/** Answers, scores and reflects on every example, through the gate where there is one; what stands comes back. */
export async function mapIteration(
  input: IterationInput,
  operatorOf?: (ordinal: number) => OperatorKind | undefined,
): Promise<readonly MappedExample[]> {
  const { manifest, method, candidate, examples, gate, judge: seat } = input;
  const ask = gate?.ask ?? input.ask;
  const mapped = await mapExamples({
    method,
    manifest,
    candidate,
    examples,
    ask,
    score: scorerFor({ manifest, examples, ask, firstOrdinal: 0, seat }),
    onMapped(one, ordinal) {
      stateMapped(input, one, ordinal);
      if (!isMissing(one.score)) gate?.scored(one.score.value);
    },
    ...(operatorOf ? { operatorOf } : {}),
    ...(gate ? { isCut: gate.isCut } : {}),
  });
  return gate ? gate.close(mapped) : mapped;
}

export function stateMapped(
  { facts, iteration, candidate }: Pick<IterationInput, 'facts' | 'iteration' | 'candidate'>,
  one: MappedExample,
  ordinal: number,
): void {
  const { answer, reflection, score } = one;
  facts.state(
    'rollout.finished',
    `${iteration}/train/${ordinal}`,
    {
      iteration,
      ordinal,
      split: 'train',
      exampleId: reflection.exampleId,
      candidateHash: candidate.hash,
      answer: answer.text,
      score: scoreValue(score),
      correct: !isMissing(score) && score.correct,
      cause: isMissing(score) ? score.missing : answer.cause,
      ...usageOf(answer),
    },
    measuredOf(answer),
  );
  facts.state(
    'reflection.finished',
    `${iteration}/${ordinal}`,
    {
      iteration,
      ordinal,
      exampleId: reflection.exampleId,
      text: reflection.text,
      insights: reflection.insights,
      cause: reflection.invalid,
      callKeys: keysOf(one.reflectionAsked),
    },
    { delayMs: sumDelay(one.reflectionAsked) },
  );
}

export const keysOf = (asked: readonly Asked[]) => asked.map((one) => one.callKey);
export const sumDelay = (asked: readonly Asked[]) =>
  asked.reduce((sum, { outcome }) => sum + outcome.delayMs, 0);
