import type { Score } from '@/lib/domain/score';
import { invariant } from '@/lib/errors/invariant';
import { type CodeScoringSpec, scoreAnswer } from '@/lib/evaluation/scorers/score-answer';

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
