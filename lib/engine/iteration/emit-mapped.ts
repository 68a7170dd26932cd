import type { Candidate } from '@/lib/domain/candidate';
import { stated } from '@/lib/domain/cause';
import { isMissing, scoreValue } from '@/lib/domain/score';
import type { FactSink } from '@/lib/engine/fact-sink';
import { measuredOf, usageOf } from '@/lib/engine/measure/held-out';
import type { Asked, MappedExample } from '@/lib/methods/method';

export interface MapPlace {
  readonly facts: FactSink;
  readonly iteration: number;
  /** The candidate that the example was mapped under. */
  readonly candidate: Candidate;
}

/** Emits what the map found for one example: its rollout and its reflection. */
export function emitMapped(
  { facts, iteration, candidate }: MapPlace,
  one: MappedExample,
  ordinal: number,
): void {
  const { answer, reflection, score } = one;
  facts.emit(
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
      cause: stated(isMissing(score) ? score.missing : answer.cause),
      ...usageOf(answer),
    },
    measuredOf(answer),
  );
  facts.emit(
    'reflection.finished',
    `${iteration}/${ordinal}`,
    {
      iteration,
      ordinal,
      exampleId: reflection.exampleId,
      text: reflection.text,
      insights: reflection.insights,
      cause: stated(reflection.invalid),
      callKeys: keysOf(one.reflectionAsked),
    },
    { delayMs: sumDelay(one.reflectionAsked) },
  );
}

export const keysOf = (asked: readonly Asked[]) => asked.map((one) => one.callKey);
export const sumDelay = (asked: readonly Asked[]) =>
  asked.reduce((sum, { outcome }) => sum + outcome.delayMs, 0);
