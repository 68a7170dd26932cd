import type { Score } from '@/lib/domain/score';
import { invariant } from '@/lib/errors/invariant';
import { type CodeScoringSpec, scoreAnswer } from './score-answer';

/**
 * The published accuracy over many records: right parts / all parts. For tasks with one part a record it is the
 * share of right answers. 0 for no records, as the published scorers have it.
 */
export function microAccuracy(scores: readonly Score[]): number {
  let right = 0;
  let total = 0;
  for (const score of scores) {
    right += score.rightParts;
    total += score.totalParts;
  }
  return total === 0 ? 0 : right / total;
}

/** Answers scored against what is expected, place by place. */
export function scoreAnswers(
  spec: CodeScoringSpec,
  answers: readonly string[],
  expected: readonly string[],
): Score[] {
  invariant(answers.length === expected.length, 'Every answer needs its expected text.', {
    answers: answers.length,
    expected: expected.length,
  });
  return answers.map((answer, place) => scoreAnswer(spec, answer, expected[place] ?? ''));
}
