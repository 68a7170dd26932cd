import { type Cause, isOwnFault } from '@/lib/domain/cause';
import { isMissing, scoreValue } from '@/lib/domain/score';
import type { Answer, MappedExample } from '@/lib/methods/method';
import { knownScores } from '@/lib/stats/known-scores';
import type { IterationOutcome } from './iteration';

/** Summary of an iteration's answers: scores, members, failures and their causes. */

const REJECTED = ['rateLimited', 'rejected'];
/** The model answered, and nothing could be read out of it. */
const UNREADABLE = ['unparseable', 'empty', 'cutOff'];

/** Summary of the mapped examples that have arrived. */
export function summarise(mapped: readonly MappedExample[]): Omit<IterationOutcome, 'candidate' | 'inTime'> {
  return {
    scores: knownScores(mapped.map(({ score }) => scoreValue(score))),
    members: mapped.flatMap((one) => (one.reflection.invalid === null ? [one.reflection.ordinal] : [])),
    ...countAnswers(mapped.map(withCause)),
    failures: mapped.filter((one) => withCause(one).cause !== null || one.reflection.invalid !== null).length,
  };
}

/** An answer, and why it is of no use or has no score; null where it has one. */
export interface AnswerCause {
  readonly answer: Answer;
  readonly cause: Cause | null;
}

export const withCause = ({ answer, score }: Pick<MappedExample, 'answer' | 'score'>): AnswerCause => ({
  answer,
  cause: isMissing(score) ? score.missing : answer.cause,
});

type Counts = 'failures' | 'answered' | 'unreadable' | 'refused' | 'rejections' | 'promptTokens';

/** Counts the outcomes of the calls for an answer and its score. */
export function countAnswers(all: readonly AnswerCause[]): Pick<IterationOutcome, Counts> {
  const answers = all.map(({ answer }) => answer);
  const prompts = answers.flatMap(({ asked }) => asked.slice(0, 1).map(({ outcome }) => outcome.tokensIn));
  const codes = answers.map(({ cause }) => cause?.code ?? '');
  return {
    failures: all.filter(({ cause }) => cause !== null).length,
    answered: answers.filter(({ cause }) => cause === null || isOwnFault(cause)).length,
    unreadable: codes.filter((code) => UNREADABLE.includes(code)).length,
    refused: all.filter(({ cause }) => cause?.code === 'budget').length,
    rejections: codes.filter((code) => REJECTED.includes(code)).length,
    promptTokens:
      prompts.length === 0 ? 0 : prompts.reduce((sum, tokens) => sum + tokens, 0) / prompts.length,
  };
}
